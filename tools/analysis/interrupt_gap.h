/* SPDX-License-Identifier: MIT */
/* Cost of an interrupt seen from outside: the time by which a pass of fixed work with one interrupt
 * exceeds a pass without interrupt (irq.fixed_work). */
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

/* Compute the gap of each source that has passes with and without the interrupt. A gap is the
 * median difference of successive passes, in which slow changes cancel. Returns the number of gaps,
 * at most INTERRUPT_GAPS_MAX. */
size_t interrupt_gaps_find(const struct metrics *metrics,
			   struct interrupt_gap gaps[INTERRUPT_GAPS_MAX]);

#endif
