/* SPDX-License-Identifier: MIT */
/* A known answer: the curve of mem.latency, and of mem.tlb, that a modelled memory system gives,
 * and the capacities that the detection of plateaus, which curves of time go through too, finds in
 * it. Its value is no time, but how many stores a load looks into: 1 where the first has it, one
 * more for each that misses. */
#ifndef TOOLS_EXPLAIN_MEMORY_CURVE_H
#define TOOLS_EXPLAIN_MEMORY_CURVE_H

#include "tools/explain/explanation.h"
#include "tools/stats/plateau.h"

#define MEMORY_CURVES_MAX 8
#define MEMORY_CURVE_STORES 3

struct memory_curve {
	const char *bench;
	uint64_t page_bytes;            /* of the buffer */
	const char *unit;               /* of the sizes: "bytes", "pages" */
	struct curve_point points[PLATEAU_POINTS_MAX];
	size_t count;
	enum memory_store stores[MEMORY_CURVE_STORES];  /* modelled, one behind the other */
	size_t store_count;
	uint64_t found[MEMORY_CURVE_STORES];    /* the capacity of each; 0: the curve shows none */
};

/* The curves of what was explained; returns how many. Without a model there is none, nor of mem.tlb
 * in other pages than the model's. */
size_t memory_curves_find(const struct explanation *explanation,
			  struct memory_curve curves[MEMORY_CURVES_MAX]);

enum memory_capacity {
	CAPACITY_EQUAL,         /* what was found is what is modelled */
	CAPACITY_NEAR,          /* no further from it than the next size that was measured */
	CAPACITY_OTHER,
	CAPACITY_NOT_REACHED,   /* no larger size was measured */
};

/* How what was found for one of a curve's stores compares with its modelled size. */
enum memory_capacity memory_curve_capacity(const struct memory_curve *curve, uint64_t modelled,
					   size_t store);

#endif
