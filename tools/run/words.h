/* SPDX-License-Identifier: MIT */
/* The command line that `bareline run` gives the target. */
#ifndef TOOLS_RUN_WORDS_H
#define TOOLS_RUN_WORDS_H

#include "tools/run/options.h"

/* Make run->command_line of the options. One too long ends the program with EXIT_USAGE. */
void run_words_write(struct run_options *run);

#endif
