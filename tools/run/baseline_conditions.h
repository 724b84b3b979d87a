/* SPDX-License-Identifier: MIT */
/* Conditions of a baseline that come from the host rather than the log, and that affect counts. */
#ifndef TOOLS_RUN_BASELINE_CONDITIONS_H
#define TOOLS_RUN_BASELINE_CONDITIONS_H

#include <jansson.h>

#include "tools/results/baseline.h"
#include "tools/run/request.h"

/* Add the conditions of a run with this manifest. Absent values are skipped. */
void baseline_conditions_add(const struct run_request *run, const json_t *manifest,
			     struct baseline *new);

/* Check before a boot that the conditions match those of the baseline. If not, prints the
 * differences and exits with EXIT_USAGE. The options must be complete. */
void baseline_conditions_require(const struct run_request *run, const struct baseline *base);

#endif
