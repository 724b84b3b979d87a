/* SPDX-License-Identifier: MIT */
/* The noise report: disturbances of an idle CPU over minutes or hours, and whether the machine is
 * fit for work that must not be disturbed. */
#ifndef TOOLS_IDLE_NOISE_H
#define TOOLS_IDLE_NOISE_H

#include "tools/record/result.h"

/* A bin for each power of two of ticks. */
#define NOISE_BINS 64

enum noise_verdict {
	NOISE_PASSED,
	NOISE_FAILED,           /* a gap was longer than the limit */
	NOISE_NOT_JUDGED,       /* nothing was watched, or a contradictory record */
};

struct noise {
	const struct wire_noise *info;  /* the last record of the CPU */
	const char *bench;
	uint64_t limit;                 /* ticks */
	uint64_t counts[NOISE_BINS];    /* gaps of 2^n to 2^(n+1)-1 ticks above a pass */
	uint64_t firsts[NOISE_BINS];    /* end time of the first gap in each bin */
	size_t bin_count;               /* up to the last non-empty one; 0: none, or malformed */
	double available;               /* share of the time watched without gaps; 0 to 1 */
	enum noise_verdict verdict;
};

/* Limit argument: use the target's limit. */
#define NOISE_LIMIT_OWN UINT64_MAX

/* Find the reports of all CPUs and points. The caller frees *reports. Returns their number. */
size_t noise_find(const struct result *result, uint64_t limit, struct noise **reports);

const char *noise_verdict_name(enum noise_verdict verdict);

#endif
