/* SPDX-License-Identifier: MIT */
#include "tools/topic/explain/calls.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define NEARLY_ALL 0.8  /* of a caller, in one callee */
#define LARGE 0.2       /* of the operation */
#define MOST 0.6        /* of a caller, in all large callees */
#define CALLS_NAMED 4

struct call {
	const char *name;
	double share; /* of the operation */
};

struct calls {
	struct call items[CALLS_NAMED];
	size_t count;
	double whole; /* instructions of the operation */
};

static int compare_calls(const void *a, const void *b)
{
	const struct call *left = a, *right = b;

	return (left->share < right->share) - (left->share > right->share);
}

/* Insert a call in descending order. Joins it with a call of that name in another stage. If there
 * are too many calls, the smallest one is lost. */
static void calls_add(struct calls *calls, const char *name, double share)
{
	size_t at = 0;

	while (at < calls->count && strcmp(calls->items[at].name, name) != 0)
		at++;
	if (at < calls->count) {
		calls->items[at].share += share;
	} else if (calls->count < CALLS_NAMED) {
		calls->items[calls->count++] = (struct call){name, share};
	} else if (calls->items[CALLS_NAMED - 1].share < share) {
		calls->items[CALLS_NAMED - 1] = (struct call){name, share};
	}
	qsort(calls->items, calls->count, sizeof(calls->items[0]), compare_calls);
}

static double calls_share(const struct calls *calls, const struct explained *explained,
			  uint64_t insns)
{
	return explained_per_operation(explained, insns) / calls->whole;
}

/* Parents come before their children. */
static void calls_find(struct calls *calls, const struct explained *explained)
{
	const struct call_tree *tree = &explained->tree;
	uint64_t *totals = call_tree_totals(tree);
	uint32_t *most = xcalloc(tree->count + 1, sizeof(*most)); /* the largest callee */
	double *large = xcalloc(tree->count + 1, sizeof(*large)); /* share of all large callees */
	bool *is_on = xcalloc(tree->count + 1, sizeof(*is_on));
	bool *is_inner = xcalloc(tree->count + 1, sizeof(*is_inner));

	for (uint32_t i = 1; i < tree->count; i++) {
		uint32_t parent = tree->nodes[i].parent;
		double share = calls_share(calls, explained, totals[i]);

		if (most[parent] == 0 || totals[i] > totals[most[parent]])
			most[parent] = i;
		large[parent] += share >= LARGE ? share : 0;
	}
	is_on[0] = true;
	for (uint32_t i = 1; i < tree->count; i++) {
		uint32_t parent = tree->nodes[i].parent;
		double of_caller = calls_share(calls, explained, totals[parent]);

		if ((double)totals[most[parent]] >= NEARLY_ALL * (double)totals[parent])
			is_on[i] = is_on[parent] && most[parent] == i;
		else
			is_on[i] = is_on[parent] && large[parent] >= MOST * of_caller &&
				   calls_share(calls, explained, totals[i]) >= LARGE;
		is_inner[parent] |= is_on[i];
	}
	for (uint32_t i = 1; i < tree->count; i++) {
		double share = calls_share(calls, explained, totals[i]);

		if (is_on[i] && !is_inner[i] && share >= LARGE)
			calls_add(calls, tree->nodes[i].name, share);
	}
	free(is_inner);
	free(is_on);
	free(large);
	free(most);
	free(totals);
}

struct large_calls explain_large_calls(struct tables *tables, const struct explained *stages,
				       size_t count)
{
	struct calls calls = {0};
	struct large_calls found = {NULL, ""};
	double share = 0;

	for (size_t i = 0; i < count; i++)
		calls.whole += explained_per_operation(&stages[i], stages[i].tree.insns);
	for (size_t i = 0; i < count && calls.whole > 0; i++)
		calls_find(&calls, &stages[i]);
	for (size_t i = 0; i < calls.count; i++) {
		share += calls.items[i].share;
		found.list = tables_text(tables, "%s%s%s %.0f %%", i > 0 ? found.list : "",
					 i > 0 ? ", " : "", calls.items[i].name,
					 100 * calls.items[i].share);
	}
	if (calls.count == 1)
		found = (struct large_calls){
			tables_text(tables, "%s holds %.0f %%", calls.items[0].name, 100 * share),
			""};
	else if (calls.count > 1)
		found.summary = tables_text(tables, "%zu calls hold %.0f %%", calls.count,
					    100 * share);
	return found;
}
