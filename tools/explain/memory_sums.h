/* SPDX-License-Identifier: MIT */
/* A model's accesses and misses, summed up over windows,
 * by the function whose instructions made them. */
#ifndef TOOLS_EXPLAIN_MEMORY_SUMS_H
#define TOOLS_EXPLAIN_MEMORY_SUMS_H

#include "tools/explain/code_names.h"
#include "tools/explain/memory_trace.h"
#include "tools/explain/window.h"

struct memory_function {
	enum code_layer layer;
	const char *name;               /* belongs to the names */
	struct memory_counts counts;
};

struct memory_sums {
	struct memory_function *items;  /* that with the most misses of first levels first */
	size_t count;
	struct memory_counts all;
};

/* Sum up windows of the trace, of which none overlaps another. */
void memory_sums_make(struct memory_sums *sums, const struct instruction_profile *trace,
		      const struct code_names *names, const struct window *windows, size_t count);
void memory_sums_free(struct memory_sums *sums);

#endif
