/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"
#include "tools/explain/call_tree.h"

static int compare_names(const struct function_count *a, const struct function_count *b)
{
	int order = strcmp(a->name, b->name);

	return order != 0 ? order : (int)a->layer - (int)b->layer;
}

static int by_name(const void *a, const void *b)
{
	return compare_names(a, b);
}

static int by_insns(const void *first, const void *second)
{
	const struct function_count *a = first, *b = second;

	if (a->insns != b->insns)
		return a->insns > b->insns ? -1 : 1;
	if (a->insns_with_callees != b->insns_with_callees)
		return a->insns_with_callees > b->insns_with_callees ? -1 : 1;
	return compare_names(a, b);
}

/* Whether the node's function is also among its ancestors. */
static bool is_below_itself(const struct call_tree *tree, uint32_t node)
{
	const struct call_node *of = &tree->nodes[node];

	for (uint32_t at = of->parent; at != 0; at = tree->nodes[at].parent) {
		if (tree->nodes[at].layer == of->layer &&
		    strcmp(tree->nodes[at].name, of->name) == 0)
			return true;
	}
	return false;
}

/* Follow each node's own instructions up to the root: each function on the way contains them
 * once. */
static void function_list_prove(const struct function_list *list, const struct call_tree *tree)
{
	uint32_t *places = xcalloc(tree->count + 1, sizeof(*places));
	uint32_t *seen = xcalloc(list->count + 1, sizeof(*seen));
	uint64_t *sums = xcalloc(list->count + 1, sizeof(*sums));

	for (uint32_t i = 1; i < tree->count; i++) {
		const struct function_count key = {tree->nodes[i].layer, tree->nodes[i].name, 0, 0};
		const struct function_count *found = bsearch(&key, list->items, list->count,
							     sizeof(key), by_name);

		places[i] = (uint32_t)(found - list->items);
	}
	for (uint32_t i = 1; i < tree->count; i++) {
		for (uint32_t at = i; tree->nodes[i].self_insns != 0 && at != 0;
		     at = tree->nodes[at].parent) {
			if (seen[places[at]] == i)
				continue;
			seen[places[at]] = i;
			sums[places[at]] += tree->nodes[i].self_insns;
		}
	}
	for (size_t i = 0; i < list->count; i++)
		proof_require(sums[i] == list->items[i].insns_with_callees,
			      "%s: %" PRIu64 " instructions with callees, but those below it are %"
			      PRIu64, list->items[i].name, list->items[i].insns_with_callees,
			      sums[i]);
	free(places);
	free(seen);
	free(sums);
}

struct function_list function_list_make(const struct call_tree *tree)
{
	struct function_list list = {xcalloc(tree->count + 1, sizeof(*list.items)), 0};
	uint64_t *totals = call_tree_totals(tree);
	size_t kept = 0;

	for (uint32_t i = 1; i < tree->count; i++) {
		const struct call_node *node = &tree->nodes[i];

		list.items[list.count++] = (struct function_count){
			node->layer, node->name, node->self_insns,
			is_below_itself(tree, i) ? 0 : totals[i],
		};
	}
	qsort(list.items, list.count, sizeof(*list.items), by_name);
	for (size_t i = 0; i < list.count; i++) {
		if (kept > 0 && compare_names(&list.items[kept - 1], &list.items[i]) == 0) {
			list.items[kept - 1].insns += list.items[i].insns;
			list.items[kept - 1].insns_with_callees += list.items[i].insns_with_callees;
		} else {
			list.items[kept++] = list.items[i];
		}
	}
	list.count = kept;
	function_list_prove(&list, tree);
	qsort(list.items, list.count, sizeof(*list.items), by_insns);
	free(totals);
	return list;
}

void function_list_free(struct function_list *list)
{
	free(list->items);
	*list = (struct function_list){0};
}
