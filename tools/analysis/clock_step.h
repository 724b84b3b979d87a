/* SPDX-License-Identifier: MIT */
/* The step of the clock, found in the samples: on some processors the TSC advances by tens of ticks
 * at a time. */
#ifndef TOOLS_ANALYSIS_CLOCK_STEP_H
#define TOOLS_ANALYSIS_CLOCK_STEP_H

#include "tools/record/result.h"

/* Smaller steps, in ticks, are ignored. */
#define CLOCK_STEP_MIN 4

/* Ticks by which the clock advances; 1 if no step is found. Samples of one pair of clock reads must
 * be a whole number of steps apart within their series. A deviation of one tick is allowed, since a
 * hypervisor that scales the TSC rounds. */
double clock_step(const struct result *result);

#endif
