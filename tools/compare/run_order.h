/* SPDX-License-Identifier: MIT */
/* Order of the runs of two sides. Machines drift, so consecutive runs are similar. Two blocks of
 * runs therefore differ without a change. Interleaved sides do not. */
#ifndef TOOLS_COMPARE_RUN_ORDER_H
#define TOOLS_COMPARE_RUN_ORDER_H

#include "tools/compare/compare.h"

enum run_order {
	ORDER_UNKNOWN,          /* a run has no start time */
	ORDER_INTERLEAVED,
	ORDER_BLOCKS,           /* less than half as many changes of side as if interleaved */
};

/* The order of the runs, by their start times. ORDER_INTERLEAVED for one run a side and for exact
 * counts, where the order does not matter. */
enum run_order run_order_of(const struct comparison *comparison);

/* "interleaved", "blocks" or "unknown". */
const char *run_order_name(enum run_order order);

#endif
