/* SPDX-License-Identifier: MIT */
/* Why the instructions of an operation changed between two builds. A caller's total is compared
 * before its callees, so that code which only moved between functions, as by inlining, is not taken
 * for a change. */
#ifndef TOOLS_EXPLAIN_COST_CHANGE_H
#define TOOLS_EXPLAIN_COST_CHANGE_H

#include "tools/explain/call_tree.h"

enum cost_change_kind {
	COST_OWN,               /* the function's own instructions */
	COST_WITH_INLINED,      /* the function's own and those of callees that one build inlines */
	COST_WITH_CALLEES,      /* of a caller: parts of the change are indistinguishable */
	COST_ADDED,             /* a function, with its callees, that only the new build calls */
	COST_REMOVED,           /* a function, with its callees, that only the old build calls */
	COST_MOVED,             /* between functions; not a change */
	COST_KINDS,
};

/* Instructions per operation, summed over all callers of the function. */
struct cost_change {
	enum cost_change_kind kind;
	enum code_layer layer;
	const char *name;               /* owned by the code names */
	double base, new;
};

struct cost_changes {
	/* Largest change first, then moves. All except moves add up to the change of the total,
	 * and moves to 0. */
	struct cost_change *items;
	size_t count;
	size_t moved_count;             /* of these, COST_MOVED */
	bool by_inlining;               /* one build inlines a function of the other */
};

/* One of two trees. Its counts are divided by operations. */
struct cost_side {
	const struct call_tree *tree;
	uint64_t operations;
};

struct cost_changes cost_changes_make(const struct cost_side *base, const struct cost_side *new);
void cost_changes_free(struct cost_changes *changes);

/* A sentence with the cause: "`f` costs 1 instruction more." The caller frees it. */
char *cost_changes_sentence(const struct cost_changes *changes);

#endif
