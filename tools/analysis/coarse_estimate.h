/* SPDX-License-Identifier: MIT */
/* What blocks of operations by a coarse clock say of one operation's length, with an interval. */
#ifndef TOOLS_ANALYSIS_COARSE_ESTIMATE_H
#define TOOLS_ANALYSIS_COARSE_ESTIMATE_H

#include "tools/analysis/coarse_clock.h"

#define COARSE_P_LEAST 0.05             /* of a 95 % interval */

/* The three series of a point, one value a block of operations. */
struct coarse_blocks {
	const struct sample_set *seen, *steps, *tsc;
	uint64_t operations;            /* in a block */
	double step_ticks;
	enum coarse_method method;
};

/* Of the values of count blocks from first on. */
uint64_t coarse_sum(const struct sample_set *set, size_t first, size_t count);

/* Of count blocks from first on, at least one; without its interval, which takes most of the
 * time. */
struct coarse_estimate coarse_estimate_value(const struct coarse_blocks *blocks, size_t first,
					     size_t count);

/* The same with its interval. */
struct coarse_estimate coarse_estimate_bounded(const struct coarse_blocks *blocks, size_t first,
					       size_t count);

/* Whether the interval contains the truth. */
bool coarse_estimate_holds(const struct coarse_estimate *estimate);

/* How probable it is that so few or so many steps are seen if the truth is right, two-sided. From
 * COARSE_P_LEAST on the interval holds the truth, which is told so without finding its ends. */
double coarse_estimate_p(const struct coarse_blocks *blocks, size_t first, size_t count);

#endif
