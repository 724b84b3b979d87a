/* SPDX-License-Identifier: MIT */
/* The plugin distinguishes nodes by entry addresses. These are converted to functions. Code of
 * another function that a node jumped to becomes a child. */
#include "tools/explain/call_tree.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define NODES_CAPACITY_MIN 256

struct tree_making {
	struct call_tree *tree;
	const struct instruction_profile *trace;
	const struct code_names *names;
	/* by node of the plugin: index in the tree + 1; 0: not yet added */
	uint32_t *place_of;
	struct number_map children;     /* by parent and hash of the function: the first child */
	uint32_t *same_key;             /* by node: the next one with the same key, or 0 */
};

/* ---- Nodes ---- */

static uint64_t child_key(uint32_t parent, const struct code_function *function)
{
	uint64_t hash = function->layer;

	for (const char *c = function->name; *c != '\0'; c++)
		hash = (hash ^ (uint8_t)*c) * NUMBER_MAP_HASH_FACTOR;
	return ((uint64_t)parent << 32 ^ hash >> 16) | 1;
}

static uint32_t tree_make_node(struct tree_making *making, uint32_t parent,
			       const struct code_function *function)
{
	struct call_tree *tree = making->tree;

	if (tree->count == tree->capacity) {
		tree->capacity = 2 * tree->capacity + NODES_CAPACITY_MIN;
		tree->nodes = xreallocarray(tree->nodes, tree->capacity, sizeof(*tree->nodes));
		making->same_key = xreallocarray(making->same_key, tree->capacity,
						 sizeof(*making->same_key));
	}
	tree->nodes[tree->count] = (struct call_node){
		.parent = parent, .layer = function->layer, .name = function->name,
		.is_inlined = function->is_inlined,
		.depth = (uint16_t)(tree->count > 0 ? tree->nodes[parent].depth + 1 : 0),
	};
	making->same_key[tree->count] = 0;
	return (uint32_t)tree->count++;
}

static uint32_t tree_child(struct tree_making *making, uint32_t parent,
			   const struct code_function *function)
{
	uint64_t key = child_key(parent, function);
	uint32_t *first = number_map_find(&making->children, key), made;

	for (uint32_t at = first != NULL ? *first : 0; at != 0; at = making->same_key[at]) {
		if (making->tree->nodes[at].parent == parent &&
		    making->tree->nodes[at].layer == function->layer &&
		    making->tree->nodes[at].is_inlined == function->is_inlined &&
		    strcmp(making->tree->nodes[at].name, function->name) == 0)
			return at;
	}
	made = tree_make_node(making, parent, function);
	if (first != NULL) {
		making->same_key[made] = *first;
		*first = made;
	} else {
		number_map_add(&making->children, key, made);
	}
	return made;
}

/* The index of a plugin's node in the tree. Roots, and threads without a recorded start, are below
 * the root. An entry into the caller's own function adds a child of the same name. */
static uint32_t tree_place(struct tree_making *making, uint32_t node)
{
	const struct instruction_profile *trace = making->trace;
	uint32_t path[PROFILE_DEPTH_MAX], length = 0, place = 0;

	while (node != PROFILE_NO_PARENT && making->place_of[node] == 0) {
		path[length++] = node;
		node = trace->nodes[node].parent;
	}
	if (node != PROFILE_NO_PARENT)
		place = making->place_of[node] - 1;
	while (length-- > 0) {
		const struct profile_block *block =
			&trace->blocks[trace->nodes[path[length]].block];
		struct code_function function =
			code_function_of(making->names, block, block->address,
					 trace->nodes[path[length]].is_host);

		place = tree_child(making, place, &function);
		making->place_of[path[length]] = place + 1;
	}
	return place;
}

/* ---- Counts ---- */

static bool is_same_chain(const struct inline_chain *a, const struct inline_chain *b)
{
	bool is_same = a->count == b->count;

	for (size_t i = 0; is_same && i < a->count; i++)
		is_same = strcmp(a->names[i], b->names[i]) == 0;
	return is_same;
}

static void tree_add_insns(struct tree_making *making, uint32_t place,
			   const struct code_function *function, const struct inline_chain *chain,
			   uint64_t insns)
{
	const struct call_node *node = &making->tree->nodes[place];

	if (strcmp(node->name, function->name) != 0 || node->layer != function->layer)
		place = tree_child(making, place, function);
	for (size_t i = 0; i < chain->count; i++) {
		const struct code_function inlined = {
			function->layer, chain->names[i], 0, true,
		};

		place = tree_child(making, place, &inlined);
	}
	making->tree->nodes[place].self_insns += insns;
	making->tree->insns += insns;
}

/* A block may contain instructions of two adjacent functions, and of inlined ones. */
static void tree_add_count(struct tree_making *making, const struct profile_count *count,
			   uint64_t times)
{
	const struct profile_leaf *leaf = &making->trace->leaves[count->leaf];
	const struct profile_block *block = &making->trace->blocks[leaf->block];
	uint64_t executions = times * (count->insns / (leaf->to - leaf->from));
	bool is_host = making->trace->nodes[count->node].is_host;
	uint32_t place = tree_place(making, count->node), from = leaf->from;

	while (from < leaf->to) {
		uint64_t address = instruction_profile_address(block, from);
		struct code_function function =
			code_function_of(making->names, block, address, is_host);
		struct inline_chain chain =
			code_inlines_of(making->names, block, address, is_host);
		uint32_t to = from + 1;

		for (; to < leaf->to; to++) {
			struct code_function next;
			struct inline_chain next_chain;

			address = instruction_profile_address(block, to);
			next = code_function_of(making->names, block, address, is_host);
			next_chain = code_inlines_of(making->names, block, address, is_host);
			if (next.name != function.name || !is_same_chain(&chain, &next_chain))
				break;
		}
		tree_add_insns(making, place, &function, &chain, executions * (to - from));
		from = to;
	}
}

/* Repeated profiles are added once, with a factor. Subtracted ones have negative factors, modulo
 * 2^64; no sum is negative. */
static void tree_add_windows(struct tree_making *making, const struct window *windows, size_t count)
{
	const struct instruction_profile *trace = making->trace;
	uint64_t *times = xcalloc(trace->profile_list.count + 1, sizeof(*times));

	for (size_t i = 0; i < count; i++) {
		for (size_t mark = windows[i].begin + 1; mark <= windows[i].end; mark++) {
			if (trace->marks[mark].profile != MARK_NO_PROFILE)
				times[trace->marks[mark].profile] +=
					windows[i].is_subtracted ? UINT64_MAX : 1;
		}
	}
	for (size_t i = 0; i < trace->profile_list.count; i++) {
		for (size_t j = 0; times[i] != 0 && j < trace->profiles[i].count; j++)
			tree_add_count(making, &trace->profiles[i].counts[j], times[i]);
	}
	free(times);
}

/* ---- The root ---- */

/* The only child of a node without instructions; 0 if there is none. */
static uint32_t only_child(const struct call_tree *tree, const uint64_t *totals, uint32_t node)
{
	uint32_t found = 0;

	for (uint32_t i = node + 1; i < tree->count; i++) {
		if (tree->nodes[i].parent != node || totals[i] == 0)
			continue;
		if (found != 0)
			return 0;
		found = i;
	}
	return tree->nodes[node].self_insns == 0 ? found : 0;
}

/* Omit nodes without instructions, and those above the common ancestor of all others. */
static void tree_cut(struct call_tree *tree)
{
	uint64_t *totals = call_tree_totals(tree);
	uint32_t *places = xcalloc(tree->count, sizeof(*places));
	uint32_t top = 0, next;
	size_t kept = 1;

	while ((next = only_child(tree, totals, top)) != 0)
		top = next;
	for (uint32_t i = 1; i < tree->count; i++) {
		struct call_node node = tree->nodes[i];
		bool is_below = i == top ||
				(node.parent == 0 ? top == 0 : places[node.parent] != 0);

		if (!is_below || totals[i] == 0)
			continue;
		node.parent = i == top ? 0 : places[node.parent];
		node.depth = (uint16_t)(tree->nodes[node.parent].depth + 1);
		places[i] = (uint32_t)kept;
		tree->nodes[kept++] = node;
	}
	tree->count = kept;
	free(places);
	free(totals);
}

void call_tree_make(struct call_tree *tree, const struct instruction_profile *trace,
		    const struct code_names *names, const struct window *windows, size_t count)
{
	const struct code_function root = {CODE_METAL, "all", 0, false};
	struct tree_making making = {
		.tree = tree, .trace = trace, .names = names,
		.place_of = xcalloc(trace->node_list.count + 1, sizeof(*making.place_of)),
	};

	*tree = (struct call_tree){0};
	tree_make_node(&making, 0, &root);
	tree_add_windows(&making, windows, count);
	tree_cut(tree);
	free(making.place_of);
	free(making.same_key);
	number_map_free(&making.children);
}

void call_tree_free(struct call_tree *tree)
{
	free(tree->nodes);
	*tree = (struct call_tree){0};
}

uint64_t *call_tree_totals(const struct call_tree *tree)
{
	uint64_t *totals = xcalloc(tree->count + 1, sizeof(*totals));

	for (size_t i = tree->count; i-- > 0;) {
		totals[i] += tree->nodes[i].self_insns;
		if (i > 0)
			totals[tree->nodes[i].parent] += totals[i];
	}
	return totals;
}
