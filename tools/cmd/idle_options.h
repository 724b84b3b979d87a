/* SPDX-License-Identifier: MIT */
/* Options of the commands that show events of idle loops and message logs. */
#ifndef TOOLS_CMD_IDLE_OPTIONS_H
#define TOOLS_CMD_IDLE_OPTIONS_H

#include "lib/option/option.h"
#include "tools/idle/view.h"

/* Options for struct idle_settings: thresholds, limits, and which operations are shown. */
extern const struct option_spec idle_options[];

void idle_options_free(struct idle_settings *settings);

#endif
