/* SPDX-License-Identifier: MIT */
/* The noise report: what disturbed a CPU that had nothing to do for minutes or hours, and whether
 * the machine is fit for work that must not be disturbed. */
#ifndef TOOLS_IDLE_NOISE_H
#define TOOLS_IDLE_NOISE_H

#include "tools/record/result.h"

/* A bin for each power of two of ticks. */
#define NOISE_BINS 64

enum noise_verdict {
	NOISE_PASSED,
	NOISE_FAILED,           /* a gap was longer than the limit */
	NOISE_NOT_JUDGED,       /* nothing was watched, or the record contradicts itself */
};

struct noise {
	const struct wire_noise *info;  /* the last record of the CPU */
	const char *bench;
	uint64_t limit;                 /* ticks */
	uint64_t counts[NOISE_BINS];    /* gaps of 2^n to 2^(n+1)-1 ticks above a pass */
	uint64_t firsts[NOISE_BINS];    /* when the first of them ended */
	size_t bin_count;               /* to the last that is not empty; 0: malformed */
	double available;               /* share of the time watched that the CPU
					 * was idle; 0 to 1 */
	enum noise_verdict verdict;
};

/* As limit: the target's own. */
#define NOISE_LIMIT_OWN UINT64_MAX

/* The report of each CPU and point. The caller frees *reports. Returns how many. */
size_t noise_find(const struct result *result, uint64_t limit, struct noise **reports);

const char *noise_verdict_name(enum noise_verdict verdict);

#endif
