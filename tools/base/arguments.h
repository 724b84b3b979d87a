/* SPDX-License-Identifier: MIT */
/* From a command's table and its arguments to its settings: what all subcommands begin with. */
#ifndef TOOLS_BASE_ARGUMENTS_H
#define TOOLS_BASE_ARGUMENTS_H

#include "lib/option/option.h"

/* Parse the arguments into the settings and return how many operands there are: argv[1] and on,
 * ended by NULL. --help and what is wrong end the program, with EXIT_GOOD and EXIT_USAGE. */
int arguments_parse(const struct command *command, void *settings, int argc, char **argv);

/* Run the part of the command that the arguments name and return its exit status; with none, or one
 * that there is not, say so and return EXIT_USAGE. */
int arguments_run_part(const struct command *command, int argc, char **argv);

/* Write to a stream, for the functions of lib/option/option.h; context is a FILE. */
void arguments_write(void *context, const char *text, size_t length);

#endif
