/* SPDX-License-Identifier: MIT */
/* The target's command line. */
#ifndef TOOLS_RUN_TARGET_PARAMS_H
#define TOOLS_RUN_TARGET_PARAMS_H

#include "tools/run/options.h"

/* Write run->command_line. If it is too long, exits with EXIT_USAGE and a message. */
void target_params_write(struct run_options *run);

#endif
