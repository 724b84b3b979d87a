/* SPDX-License-Identifier: MIT */
/* The step of the clock, as the samples show it: on some processors the TSC advances by tens of
 * ticks at a time. */
#ifndef TOOLS_ANALYSIS_CLOCK_STEP_H
#define TOOLS_ANALYSIS_CLOCK_STEP_H

#include "tools/record/result.h"

/* Below so many ticks a step is no matter. */
#define CLOCK_STEP_MIN 4

/* Ticks by which the clock advances: 1 where no step shows. All samples that span one pair of clock
 * reads have to lie a whole number of steps apart within their series; a tick either way is
 * allowed, since a hypervisor that scales the TSC rounds. */
double clock_step(const struct result *result);

#endif
