/* SPDX-License-Identifier: MIT */
/* Operations measured in two ways, which must agree: null.timing subtracted from n operations, and
 * n operations subtracted from 2n. */
#ifndef TOOLS_ANALYSIS_METHODS_H
#define TOOLS_ANALYSIS_METHODS_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/analysis/figures.h"
#include "tools/stats/slope.h"

#define CALL_BENCH "cpu.call"
#define CALL_AXIS "arguments"
#define METHOD_POINTS_MAX 32

/* The two agree if their intervals overlap or their medians are this near in proportion: a sample
 * is a thousand steps of the clock long, and the two have four ends of samples between them. */
#define METHOD_TOLERANCE 0.01

enum method {BY_SUBTRACTION, BY_DIFFERENCE, METHODS};

struct method_point {
	const struct bench *bench;
	const struct series *series;    /* of n operations */
	const struct series *doubled;   /* of 2n */
	struct stats ticks[METHODS];    /* an operation; differences may be negative */
	bool agree;
};

/* Every point of the run that was measured in both ways. Returns how many, at most
 * METHOD_POINTS_MAX. */
size_t methods_find(const struct figures *figures, const struct overhead *overhead,
		    struct method_point points[METHOD_POINTS_MAX]);

/* Ticks that one argument more adds to CALL_BENCH. Returns false if points has not two of it. */
bool methods_call_slope(const struct method_point *points, size_t count,
			const struct overhead *overhead, enum method method, struct slope *slope);

#endif
