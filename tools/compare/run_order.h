/* SPDX-License-Identifier: MIT */
/* In what order the runs of two sides were made. Machines drift: runs made one after the other are
 * alike, so that two blocks of runs differ where nothing changed, but sides taken in turn do
 * not. */
#ifndef TOOLS_COMPARE_RUN_ORDER_H
#define TOOLS_COMPARE_RUN_ORDER_H

#include "tools/compare/compare.h"

enum run_order {
	ORDER_UNKNOWN,          /* a run does not say when it was made */
	ORDER_INTERLEAVED,
	ORDER_BLOCKS,           /* the side changed less than half as often as it would in turn */
};

/* By the times of the runs. Of a single run a side, and of exact counts, it is no matter: then it
 * is ORDER_INTERLEAVED. */
enum run_order run_order_of(const struct comparison *comparison);

/* "interleaved", "blocks" or "unknown". */
const char *run_order_name(enum run_order order);

#endif
