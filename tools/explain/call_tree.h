/* SPDX-License-Identifier: MIT */
/* Instructions by call path: a tree of functions, summed over windows. */
#ifndef TOOLS_EXPLAIN_CALL_TREE_H
#define TOOLS_EXPLAIN_CALL_TREE_H

#include "tools/base/number_map.h"
#include "tools/explain/code_names.h"
#include "tools/explain/instruction_profile.h"
#include "tools/explain/window.h"

struct call_node {
	/* index, which is smaller than that of its children; the root is its own parent */
	uint32_t parent;
	uint16_t depth;
	enum code_layer layer;
	bool is_inlined;                /* into its parent; such a node calls none */
	const char *name;               /* owned by the code names */
	uint64_t self_insns;            /* without callees */
};

struct call_tree {
	struct call_node *nodes;        /* the first is the root, with no instructions of its own */
	size_t count, capacity;
	uint64_t insns;                 /* of all nodes */
};

/* Sum windows. A subtracted window must be part of another one. Nodes above the first branch are
 * omitted. If the names of inlined functions were read, inlined functions are nodes. Their callees
 * are children of the function that contains them. */
void call_tree_make(struct call_tree *tree, const struct instruction_profile *trace,
		    const struct code_names *names, const struct window *windows, size_t count);
void call_tree_free(struct call_tree *tree);

/* Instructions of each node with its callees. The caller frees the array. */
uint64_t *call_tree_totals(const struct call_tree *tree);

/* Instructions of each function, summed over all callers. */
struct function_count {
	enum code_layer layer;
	const char *name;
	uint64_t insns, insns_with_callees;     /* a recursive call is counted once */
};

struct function_list {
	struct function_count *items;   /* most instructions first */
	size_t count;
};

struct function_list function_list_make(const struct call_tree *tree);
void function_list_free(struct function_list *list);

#endif
