/* SPDX-License-Identifier: MIT */
/* Options shared by several subcommands. Each table has one option, so that a command can place it
 * among its own. */
#ifndef TOOLS_CMD_COMMON_OPTIONS_H
#define TOOLS_CMD_COMMON_OPTIONS_H

#include "lib/option/option.h"

extern const struct option_spec bench_options[];        /* struct patterns: --bench */
extern const struct option_spec changed_options[];      /* bool: --all */
extern const struct option_spec force_options[];        /* bool: --force */
extern const struct option_spec strict_options[];       /* bool: --strict */
extern const struct option_spec output_options[];       /* const char *: --output FILE */

#endif
