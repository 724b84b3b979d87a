/* SPDX-License-Identifier: MIT */
/* Command-line parsing, the first step of all subcommands. */
#ifndef TOOLS_BASE_ARGUMENTS_H
#define TOOLS_BASE_ARGUMENTS_H

#include "lib/option/option.h"

/* Parse the arguments into the settings. Returns the number of operands, which are argv[1] and up,
 * followed by NULL. Exits with EXIT_GOOD for --help, and with EXIT_USAGE after an error. */
int arguments_parse(const struct command *command, void *settings, int argc, char **argv);

/* Run the subcommand that the arguments name. Returns its exit status; or EXIT_USAGE, after a
 * message, if there is none of that name. */
int arguments_run_subcommand(const struct command *command, int argc, char **argv);

/* Write text to the FILE context, for the functions of lib/option/option.h. */
void arguments_write(void *context, const char *text, size_t length);

#endif
