/* SPDX-License-Identifier: MIT */
/* What core clock may be believed of a machine, by what it says of itself. */
#ifndef TOOLS_ANALYSIS_CORE_CLOCK_H
#define TOOLS_ANALYSIS_CORE_CLOCK_H

#include "tools/record/result.h"

struct core_clock_range {
	double low_ghz, high_ghz;
};

/* From 0.2 to 10 GHz for a machine that says nothing. One that names a nominal clock, by its brand
 * or by CPUID 15h, 16h or 40000010h, runs at no less than a tenth of it, at most at five times
 * (processors for thin notebooks come to 4.4), and if CPUID 16h names a highest one, at no more
 * than 1.25 times that. */
struct core_clock_range core_clock_range(const struct result *result);

#endif
