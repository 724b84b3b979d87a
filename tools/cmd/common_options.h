/* SPDX-License-Identifier: MIT */
/* Options that several subcommands have in common. */
#ifndef TOOLS_CMD_COMMON_OPTIONS_H
#define TOOLS_CMD_COMMON_OPTIONS_H

#include "lib/option/option.h"

extern const struct option_spec bench_options[];        /* struct patterns: --bench */
extern const struct option_spec changed_options[];      /* bool: --all, not only what changed */
extern const struct option_spec force_options[];        /* bool: --force a comparison */
extern const struct option_spec strict_options[];       /* bool: --strict */
extern const struct option_spec output_options[];       /* const char *: --output FILE */

#endif
