/* SPDX-License-Identifier: MIT */
/* A check with a known answer: the curves of mem.latency and mem.tlb in a modelled memory system.
 * The plateau detection for measured curves must find the modelled capacities in these curves. A
 * value is not a time, but the number of stores that a load accesses: 1 for a hit in the first
 * store, and one more for each miss. */
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
	enum memory_store stores[MEMORY_CURVE_STORES];  /* modelled, in the order of access */
	size_t store_count;
	uint64_t found[MEMORY_CURVE_STORES];    /* capacity of each; 0: not in the curve */
};

/* The curves of an explanation. Returns their number; 0 without a modelled memory system. Omits
 * mem.tlb if its page size is not that of the model. */
size_t memory_curves_find(const struct explanation *explanation,
			  struct memory_curve curves[MEMORY_CURVES_MAX]);

enum memory_capacity {
	CAPACITY_EQUAL,         /* the modelled capacity was found */
	CAPACITY_NEAR,          /* the error is below the distance to the next measured size */
	CAPACITY_OTHER,
	CAPACITY_NOT_REACHED,   /* no larger size was measured */
};

/* Compares the capacity found for a curve's store with the modelled one. */
enum memory_capacity memory_curve_capacity(const struct memory_curve *curve, uint64_t modelled,
					   size_t store);

#endif
