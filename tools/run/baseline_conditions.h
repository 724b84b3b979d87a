/* SPDX-License-Identifier: MIT */
/* Conditions of a baseline that come from the host rather than the log, and that affect counts. */
#ifndef TOOLS_RUN_BASELINE_CONDITIONS_H
#define TOOLS_RUN_BASELINE_CONDITIONS_H

#include <jansson.h>

#include "tools/results/baseline.h"
#include "tools/run/request.h"

/* Add to the manifest the conditions and notes of a run that its result does not state
 * (RUN_CONDITIONS and RUN_NOTES of run_directory.h). */
void baseline_conditions_save(const struct run_request *run, const struct result *result,
			      json_t *manifest);

/* Check before a boot that the conditions match those of the baseline. If not, prints the
 * differences and exits with EXIT_USAGE. The options must be complete. */
void baseline_conditions_require(const struct run_request *run, const struct baseline *base);

#endif
