/* SPDX-License-Identifier: MIT */
/* Runs a command of the tool in this process: an exit returns, and no program is started. The
 * linker's option --wrap places the replacements (FUZZ_LINK_COMMAND in mk/tests.mk). */
#ifndef TESTS_FUZZ_COMMAND_H
#define TESTS_FUZZ_COMMAND_H

/* words are those of the command line, followed by NULL. Aborts unless the output is safe for a
 * terminal. */
void command_run(char **words);

#endif
