/* SPDX-License-Identifier: MIT */
/* Accesses and misses of a modelled memory system, summed over windows, by function. */
#ifndef TOOLS_EXPLAIN_MEMORY_SUMS_H
#define TOOLS_EXPLAIN_MEMORY_SUMS_H

#include "tools/explain/code_names.h"
#include "tools/explain/memory_trace.h"
#include "tools/explain/window.h"

struct memory_function {
	enum code_layer layer;
	const char *name;               /* owned by the code names */
	struct memory_counts counts;
};

struct memory_sums {
	struct memory_function *items;  /* most misses of first-level stores first */
	size_t count;
	struct memory_counts all;
};

/* Sum windows of the trace, which must not overlap. */
void memory_sums_make(struct memory_sums *sums, const struct instruction_profile *trace,
		      const struct code_names *names, const struct window *windows, size_t count);
void memory_sums_free(struct memory_sums *sums);

#endif
