/* SPDX-License-Identifier: MIT */
/* Cost of an interrupt seen from outside: the time of a pass of fixed work with one interrupt in
 * excess of one without (irq.fixed_work). */
#ifndef TOOLS_ANALYSIS_INTERRUPT_GAP_H
#define TOOLS_ANALYSIS_INTERRUPT_GAP_H

#include "tools/analysis/metrics.h"

#define GAP_BENCH "irq.fixed_work"
#define INTERRUPT_GAPS_MAX 32

struct interrupt_gap {
	const struct metric *alone, *interrupted;
	const char *source;     /* "self_ipi": also measured from inside, by irq.self_ipi */
	double ticks;           /* negative if noise exceeds the cost */
};

/* Compute the gap of each source with both passes: the median difference of successive passes, in
 * which slow changes cancel. Returns their number, at most INTERRUPT_GAPS_MAX. */
size_t interrupt_gaps_find(const struct metrics *metrics,
			   struct interrupt_gap gaps[INTERRUPT_GAPS_MAX]);

#endif
