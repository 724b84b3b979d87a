/* SPDX-License-Identifier: MIT */
/* Read the counts of the plugin's modelled memory system (docs/reference/plugin-files.md): by node
 * of the call tree and by instruction, between the marks of the instruction profile of the same
 * run. */
#ifndef TOOLS_EXPLAIN_MEMORY_TRACE_H
#define TOOLS_EXPLAIN_MEMORY_TRACE_H

#include "tools/explain/instruction_profile.h"
#include "tools/memory/system.h"

/* An instruction of a block, executed by a node. Both are indices in the instruction profile. */
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
	/* by mark: the profile since the previous mark, or MARK_NO_PROFILE */
	uint32_t *marks;
	struct profile_list_size profile_list, mark_list;
	bool has_geometry, is_whole;
};

/* Read a file that the plugin wrote with a trace. On failure, prints the cause and returns
 * false. */
bool memory_trace_read(struct memory_trace *memory, const char *path,
		       const struct instruction_profile *trace);
void memory_trace_free(struct memory_trace *memory);

#endif
