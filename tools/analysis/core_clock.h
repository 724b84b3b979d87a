/* SPDX-License-Identifier: MIT */
/* Plausible core clock of a machine. */
#ifndef TOOLS_ANALYSIS_CORE_CLOCK_H
#define TOOLS_ANALYSIS_CORE_CLOCK_H

#include "tools/record/result.h"

struct core_clock_range {
	double low_ghz, high_ghz;
};

/* 0.2 to 10 GHz for an unknown machine. With a nominal clock, from the brand string or CPUID 15h,
 * 16h or 40000010h: a tenth of it to five times (processors for thin notebooks reach 4.4). With a
 * maximum clock from CPUID 16h: at most 1.25 times that. */
struct core_clock_range core_clock_range(const struct result *result);

#endif
