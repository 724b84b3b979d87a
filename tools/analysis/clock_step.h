/* SPDX-License-Identifier: MIT */
/* The step of a run's clock (lib/clock_step.h). */
#ifndef TOOLS_ANALYSIS_CLOCK_STEP_H
#define TOOLS_ANALYSIS_CLOCK_STEP_H

#include "lib/clock_step.h"
#include "tools/record/result.h"

/* Ticks by which the clock advances; 1 if no step is found. The step is found from samples of one
 * pair of clock reads: within their series, the samples must be a whole number of steps apart. A
 * deviation of one tick is allowed, since a hypervisor that scales the TSC rounds. */
double clock_step(const struct result *result);

#endif
