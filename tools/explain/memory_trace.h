/* SPDX-License-Identifier: MIT */
/* What the plugin's modelled memory system has counted (docs/design.md, "Counting from outside"):
 * by node of the tree of calls and by instruction, between the marks of the trace that was counted
 * with it. */
#ifndef TOOLS_EXPLAIN_MEMORY_TRACE_H
#define TOOLS_EXPLAIN_MEMORY_TRACE_H

#include "tools/explain/instruction_profile.h"
#include "tools/memory/system.h"

/* Of an instruction of a block, executed by a node: places in the other trace. */
struct memory_row {
	uint32_t node, block, insn;
	struct memory_counts counts;
};

struct memory_profile {
	const struct memory_row *rows;
	size_t count;
};

struct memory_trace {
	struct arena arena;
	struct memory_geometry geometry;
	struct memory_profile *profiles;
	uint32_t *marks;        /* by mark: what led there, or MARK_NO_PROFILE */
	struct profile_list_size profile_list, mark_list;
	bool has_geometry, is_whole;
};

/* Read a file that the plugin wrote beside a trace. On failure says why and returns false. */
bool memory_trace_read(struct memory_trace *memory, const char *path,
		       const struct instruction_profile *trace);
void memory_trace_free(struct memory_trace *memory);

#endif
