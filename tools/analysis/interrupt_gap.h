/* SPDX-License-Identifier: MIT */
/* What handling an interrupt takes, seen from outside: by how much a pass of fixed work is longer
 * with one interrupt in it than without (irq.fixed_work). */
#ifndef TOOLS_ANALYSIS_INTERRUPT_GAP_H
#define TOOLS_ANALYSIS_INTERRUPT_GAP_H

#include "tools/analysis/figures.h"

#define GAP_BENCH "irq.fixed_work"
#define INTERRUPT_GAPS_MAX 32

struct interrupt_gap {
	const struct figure *alone, *interrupted;
	const char *source; /* "self_ipi": the benchmark irq.self_ipi stamps it */
	double ticks;       /* negative where noise is larger than the cost */
};

/* Work out the gap of every source that has both passes. It is the median over pairs of passes,
 * made one after the other, so that what changes slowly cancels. Returns how many, at most
 * INTERRUPT_GAPS_MAX. */
size_t interrupt_gaps_find(const struct figures *figures,
			   struct interrupt_gap gaps[INTERRUPT_GAPS_MAX]);

#endif
