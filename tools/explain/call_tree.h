/* SPDX-License-Identifier: MIT */
/* Who calls whom, and executes how many instructions: a tree of functions, summed up over
 * windows. */
#ifndef TOOLS_EXPLAIN_CALL_TREE_H
#define TOOLS_EXPLAIN_CALL_TREE_H

#include "tools/base/number_map.h"
#include "tools/explain/code_names.h"
#include "tools/explain/instruction_profile.h"
#include "tools/explain/window.h"

struct call_node {
	uint32_t parent;                /* earlier than its children; the root is its own */
	uint16_t depth;
	enum code_layer layer;
	const char *name;               /* belongs to the names */
	uint64_t self_insns;            /* without its callees' */
};

struct call_tree {
	struct call_node *nodes;        /* the first is the root, which executes nothing */
	size_t count, capacity;
	uint64_t insns;                 /* of all */
};

/* Sum up windows, of which none overlaps another. The tree begins where they have their roots in
 * common. */
void call_tree_make(struct call_tree *tree, const struct instruction_profile *trace,
		    const struct code_names *names, const struct window *windows, size_t count);
void call_tree_free(struct call_tree *tree);

/* A node's instructions with its callees', by node; to be freed. */
uint64_t *call_tree_totals(const struct call_tree *tree);

/* What each function executed itself, wherever it was called from. */
struct function_count {
	enum code_layer layer;
	const char *name;
	uint64_t insns, insns_with_callees;     /* a function below itself is counted once */
};

struct function_list {
	struct function_count *items;   /* the most first */
	size_t count;
};

struct function_list function_list_make(const struct call_tree *tree);
void function_list_free(struct function_list *list);

#endif
