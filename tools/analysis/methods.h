/* SPDX-License-Identifier: MIT */
/* Two ways to remove the timing overhead, which must agree: subtract null.timing from n operations,
 * or subtract n operations from 2n. */
#ifndef TOOLS_ANALYSIS_METHODS_H
#define TOOLS_ANALYSIS_METHODS_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/analysis/metrics.h"
#include "tools/stats/slope.h"

#define CALL_BENCH "cpu.call"
#define CALL_AXIS "arguments"
#define METHOD_POINTS_MAX 32

/* Medians that differ by at most this part are equal. A sample is a thousand clock steps long, and
 * the two methods have four ends of samples together. */
#define METHOD_TOLERANCE 0.01
/* The methods agree only if their intervals allow no difference of more than this part. */
#define METHOD_RESOLUTION 0.1

enum method {BY_SUBTRACTION, BY_DIFFERENCE, METHODS};

enum method_verdict {
	METHODS_AGREE,
	METHODS_DIFFER,         /* separate intervals, and different medians */
	METHODS_CANNOT_TELL,    /* wide intervals */
	METHOD_VERDICTS
};

struct method_point {
	const struct bench *bench;
	const struct series *series;    /* of n operations */
	const struct series *doubled;   /* of 2n */
	struct stats ticks[METHODS];    /* per operation; differences may be negative */
	enum method_verdict verdict;
};

extern const char *const method_verdict_name[METHOD_VERDICTS];

/* Find the points that were measured in both ways. Returns their number, at most
 * METHOD_POINTS_MAX. */
size_t methods_find(const struct metrics *metrics, const struct overhead *overhead,
		    struct method_point points[METHOD_POINTS_MAX]);

/* Fit the ticks per additional argument of CALL_BENCH. Returns false if the benchmark has fewer
 * than two points. */
bool methods_call_slope(const struct method_point *points, size_t count,
			const struct overhead *overhead, enum method method, struct slope *slope);

#endif
