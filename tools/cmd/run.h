/* SPDX-License-Identifier: MIT */
/* `bareline run`, whose options other commands take after `--`. */
#ifndef TOOLS_CMD_RUN_H
#define TOOLS_CMD_RUN_H

#include "lib/option/option.h"

extern const struct command run_command;

#endif
