/* SPDX-License-Identifier: MIT */
/* Command-line parsing, the first step of all subcommands. */
#ifndef TOOLS_BASE_ARGUMENTS_H
#define TOOLS_BASE_ARGUMENTS_H

#include "lib/option/option.h"

/* The option --force. A command that writes files lists this table, or has replace_take() in an
 * option of its own. */
extern const struct option_spec replace_options[];
bool replace_take(void *to, const char *value, struct option_problem *problem);

/* Parse the arguments into the settings. Returns the number of operands, which are argv[1] and up,
 * followed by NULL. Operands and files that options name are noted as input, unless the option
 * writes them. Exits with EXIT_GOOD for --help, and with EXIT_USAGE after an error. */
int arguments_parse(const struct command *command, void *settings, int argc, char **argv);

/* Run the subcommand that the arguments name. Returns the exit status of the subcommand. If there
 * is no subcommand of that name, prints a message and returns EXIT_USAGE. */
int arguments_run_subcommand(const struct command *command, int argc, char **argv);

/* Write text to the FILE context, for the functions of lib/option/option.h. */
void arguments_write(void *context, const char *text, size_t length);

#endif
