/* SPDX-License-Identifier: MIT */
/* Threads are metrics, and microseconds are instructions. A function's own instructions precede
 * those of its callees, because their order is unknown. */
#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/json_text.h"
#include "tools/explain/export.h"

/* A node's children follow its own instructions, one after the other. */
static void chrome_write_tree(struct json_text *json, const struct explained *explained,
			      size_t thread)
{
	const struct call_tree *tree = &explained->tree;
	uint64_t *totals = call_tree_totals(tree), *next = xcalloc(tree->count + 1, sizeof(*next));
	char *name = explained_name(explained);

	json_text_open(json, NULL, '{');
	json_text_string(json, "ph", "M");
	json_text_string(json, "name", "thread_name");
	json_text_number(json, "pid", 1);
	json_text_number(json, "tid", thread);
	json_text_open(json, "args", '{');
	json_text_string(json, "name", name);
	json_text_close(json, '}');
	json_text_close(json, '}');
	free(name);
	for (size_t i = 1; i < tree->count; i++) {
		const struct call_node *node = &tree->nodes[i];
		uint64_t begin = next[node->parent];

		json_text_open(json, NULL, '{');
		json_text_string(json, "ph", "X");
		json_text_string(json, "name", node->name);
		json_text_string(json, "cat", code_layer_names[node->layer]);
		json_text_number(json, "ts", begin);
		json_text_number(json, "dur", totals[i]);
		json_text_number(json, "pid", 1);
		json_text_number(json, "tid", thread);
		json_text_close(json, '}');
		next[node->parent] += totals[i];
		next[i] = begin + node->self_insns;
	}
	free(next);
	free(totals);
}

void explain_write_chrome(const struct explained *items, size_t count, FILE *file)
{
	struct json_text json;

	json_text_begin(&json, file);
	json_text_open(&json, NULL, '{');
	json_text_open(&json, "otherData", '{');
	json_text_string(&json, "unit", "1 us is one instruction");
	json_text_close(&json, '}');
	json_text_open(&json, "traceEvents", '[');
	for (size_t i = 0; i < count; i++) {
		if (items[i].tree.count > 0)
			chrome_write_tree(&json, &items[i], i + 1);
	}
	json_text_close(&json, ']');
	json_text_close(&json, '}');
	json_text_end(&json);
}
