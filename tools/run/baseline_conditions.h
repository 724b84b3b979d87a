/* SPDX-License-Identifier: MIT */
/* What decides a run's counts and is the host's: conditions of its baseline beside the log's. */
#ifndef TOOLS_RUN_BASELINE_CONDITIONS_H
#define TOOLS_RUN_BASELINE_CONDITIONS_H

#include <jansson.h>

#include "tools/results/baseline.h"
#include "tools/run/options.h"

/* Those of a run with that manifest; what it does not have is left out. */
void baseline_conditions_add(const struct run_options *run, const json_t *manifest,
			     struct baseline *now);

/* Before anything is booted: end the program with EXIT_USAGE, having said which, if a condition of
 * those kept can't be what it was. The options are complete. */
void baseline_conditions_require(const struct run_options *run, const struct baseline *kept);

#endif
