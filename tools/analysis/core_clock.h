/* SPDX-License-Identifier: MIT */
/* Plausible core clock of a run's machine. */
#ifndef TOOLS_ANALYSIS_CORE_CLOCK_H
#define TOOLS_ANALYSIS_CORE_CLOCK_H

#include "lib/core_clock.h"
#include "tools/record/result.h"

/* The range by the run's records of the processor and the clocks. */
struct core_clock_range core_clock_of(const struct result *result);

#endif
