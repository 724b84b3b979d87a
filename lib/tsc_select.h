/* SPDX-License-Identifier: MIT */
/* Which of several statements of the TSC's frequency to believe: pure code, tested natively. */
#ifndef LIB_TSC_SELECT_H
#define LIB_TSC_SELECT_H

#include <stddef.h>
#include <stdint.h>

/* One clock, or one way of knowing the TSC's frequency: what a timer record holds. */
struct tsc_source {
	const char *name;
	uint64_t rate_hz;               /* the device's own frequency; 0 for a statement by CPUID */
	uint64_t tsc_hz;                /* frequency found by it; 0: it says nothing */
	int64_t disagreement_ppm;       /* against the chosen one */
	const char *status;             /* "chosen", "agrees", "disagrees" or "unusable" */
};

/* Sources further apart than this disagree. It is above what a crystal's tolerance (100 ppm) and
 * the granularity of a 10 ms measurement by the slowest clock (84 ppm) come to. */
#define TSC_DISAGREEMENT_PPM 500

/* Fill in disagreement and status of each source. They are ordered by preference: the first usable
 * one is chosen, unless two others agree with each other and both disagree with it. A frequency
 * below 1 MHz or above 20 GHz is unusable. Returns the chosen frequency, or 0 when none is
 * usable. */
uint64_t tsc_select(struct tsc_source *sources, size_t count);

#endif
