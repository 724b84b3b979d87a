/* SPDX-License-Identifier: MIT */
/* Orders that metrics of one run must have, whatever the machine: an operation that contains
 * another one costs at least as much, and a load in a larger working set at least as much as in a
 * smaller one. A violation shows that one of the two metrics is not what its name says, or was
 * disturbed. */
#ifndef TOOLS_ANALYSIS_ORDER_H
#define TOOLS_ANALYSIS_ORDER_H

#include <stddef.h>

#include "tools/analysis/metrics.h"

/* A whole may cost less than its part by this ratio, because each has its own memory, whose
 * addresses matter. Caches of several slices and their replacement make curves even more uneven. */
#define ORDER_PAIR_RATIO 0.9
#define ORDER_CURVE_RATIO 0.8

struct order_violation {
	const struct metric *part, *whole;      /* the whole costs less */
};

/* Check the orders of all metrics of the run. Stores the first max violations and returns the
 * number of all violations. *checked is the number of orders for which the run has both metrics. An
 * order is violated if the intervals of the medians exclude it. */
size_t order_check(const struct metrics *metrics, struct order_violation *violations, size_t max,
		   size_t *checked);

#endif
