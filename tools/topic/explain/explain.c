/* SPDX-License-Identifier: MIT */
/* All metrics are instructions per operation: the sum over all warm samples, divided by their
 * number of operations. */
#include "tools/topic/explain/explain.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/sort.h"
#include "tools/explain/export.h"
#include "tools/topic/explain/memory.h"

#define SECTION "Instructions by function"
/* Rows of the call tree, including the root, unless the complete tree is requested. */
#define TREE_ROWS 16

/* The sum must equal the measured value. */
static const struct column sum_columns[] = {
	{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"point", COLUMN_TEXT, 0, NULL, NULL},
	{"stage", COLUMN_TEXT, 0, NULL, NULL},
	{"samples", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	{"operations", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	{"measured", COLUMN_NUMBER, 0, NULL, "instructions"},
	{"explained", COLUMN_NUMBER, 0, "sum by function", "instructions"},
	{"timing", COLUMN_NUMBER, COLUMN_DETAIL, "timing overhead", "instructions"},
	{"functions", COLUMN_COUNT, 0, NULL, NULL},
	{"verdict", COLUMN_VERDICT, 0, "", NULL},
	{"reason", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
};

static void explain_sums(struct tables *tables, const struct explanation *explanation)
{
	struct table *table = table_begin(tables, SECTION, "explain.sums",
					  "Measured, and the sum by function", sum_columns,
					  COUNT(sum_columns));

	table->note = "Instructions of one operation, timing overhead included. A metric without a "
		      "sum has a reason.";
	table->flags = TABLE_WHOLE | TABLE_WIDE;
	for (size_t i = 0; i < explanation->count; i++) {
		const struct explained *explained = &explanation->items[i];
		const struct wire_series *info = explained->series->info;
		struct row *row = table_row(table);
		struct function_list functions = function_list_make(&explained->tree);
		bool has_tree = explained->tree.count > 0;

		cell_text(table_at(table, "benchmark"), "%s", explained->bench->info->name);
		cell_string_or_none(table_at(table, "point"),
				    tables_text(table->of, "%s", info->point));
		cell_string_or_none(table_at(table, "stage"),
				    tables_text(table->of, "%s", info->stage));
		cell_count(table_at(table, "samples"), explained->series->warm.count);
		cell_count(table_at(table, "operations"), explained->operations);
		cell_number_if(table_at(table, "measured"), explained->status != EXPLAINED_NOT,
			       explained_per_operation(explained, explained->sampled_insns));
		cell_number_if(table_at(table, "explained"),
			       has_tree, explained_per_operation(explained, explained->tree.insns));
		cell_number_if(table_at(table, "timing"), has_tree && explained->timing_insns > 0,
			       explained_per_operation(explained, explained->timing_insns));
		cell_count_if(table_at(table, "functions"), has_tree, functions.count);
		if (explained->status == EXPLAINED_EXACTLY)
			cell_verdict(table_at(table, "verdict"), TABLE_GOOD, "equal");
		else if (explained->status == EXPLAINED_WRONGLY)
			cell_verdict(table_at(table, "verdict"), TABLE_BAD, "not explained");
		else
			cell_verdict(table_at(table, "verdict"), TABLE_NEUTRAL, "no sum");
		cell_string_or_none(table_at(table, "reason"),
				    explained->why != NULL ? explained->why : "");
		row->is_bad = explained->status == EXPLAINED_WRONGLY;
		row->remark = explained->why;
		function_list_free(&functions);
	}
}

/* ---- Functions ---- */

static const struct column function_columns[] = {
	{"figure", COLUMN_TEXT, COLUMN_GROUP | COLUMN_KEY, NULL, NULL},
	{"function", COLUMN_TEXT, 0, NULL, NULL},
	{"layer", COLUMN_TEXT, 0, NULL, NULL},
	{"instructions", COLUMN_NUMBER, COLUMN_BAR, NULL, NULL},
	{"share", COLUMN_SHARE, 0, NULL, NULL},
	{"with_callees", COLUMN_NUMBER, 0, NULL, NULL},
};

static double share_of(uint64_t part, uint64_t whole)
{
	return whole > 0 ? (double)part / (double)whole : 0;
}

static const struct column layer_columns[] = {
	{"figure", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"layer", COLUMN_TEXT, 0, NULL, NULL},
	{"instructions", COLUMN_NUMBER, 0, NULL, NULL},
	{"share", COLUMN_SHARE, COLUMN_BAR, NULL, NULL},
};

/* ---- Call tree ---- */

static const struct column tree_columns[] = {
	{"figure", COLUMN_TEXT, COLUMN_GROUP | COLUMN_KEY, NULL, NULL},
	{"depth", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	{"function", COLUMN_TEXT, 0, NULL, NULL},
	{"layer", COLUMN_TEXT, 0, NULL, NULL},
	{"with_callees", COLUMN_NUMBER, 0, NULL, NULL},
	{"instructions", COLUMN_NUMBER, 0, "itself", NULL},
};

/* Depth first; siblings in descending order. */
static void explain_tree_rows(struct table *table, const struct explained *explained,
			      const char *name, uint32_t at, uint64_t *totals)
{
	const struct call_tree *tree = &explained->tree;

	if (at != 0) {
		const struct call_node *node = &explained->tree.nodes[at];

		table_row(table);
		cell_string(table_at(table, "figure"), name);
		cell_count(table_at(table, "depth"), node->depth);
		cell_text(table_at(table, "function"), "%*s%s", 2 * (node->depth - 1), "",
			  node->name);
		cell_string(table_at(table, "layer"), code_layer_names[node->layer]);
		cell_number(table_at(table, "with_callees"),
			    explained_per_operation(explained, totals[at]));
		cell_number(table_at(table, "instructions"),
			    explained_per_operation(explained, node->self_insns));
	}
	for (;;) {
		uint32_t most = 0;

		for (uint32_t i = at + 1; i < tree->count; i++) {
			if (tree->nodes[i].parent == at && totals[i] > 0 &&
			    (most == 0 || totals[i] > totals[most]))
				most = i;
		}
		if (most == 0)
			return;
		explain_tree_rows(table, explained, name, most, totals);
		totals[most] = 0;
	}
}

/* ---- All tables ---- */

static const char *explain_draw(struct tables *tables, const struct explained *explained)
{
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);
	const char *kept;

	explain_write_flames(explained, 1, file);
	file_end_memory(file, &text);
	kept = tables_text(tables, "%s", text);
	free(text);
	return kept;
}

/* A flame graph and tables of one metric; the rows of its table are layers. */
static void explain_metric(struct tables *tables, const struct explained *explained,
			   const char *name)
{
	const char *title = tables_text(tables, "%s: by layer, with the call tree", name);
	struct table *table = table_begin(tables, SECTION, "explain.layers", title,
					  layer_columns, COUNT(layer_columns));
	uint64_t insns[CODE_LAYERS] = {0};

	table->note = "A box's width is its instructions, including callees, which are below it.";
	for (size_t i = 1; i < explained->tree.count; i++)
		insns[explained->tree.nodes[i].layer] += explained->tree.nodes[i].self_insns;
	for (enum code_layer layer = 0; layer < CODE_LAYERS; layer++) {
		if (insns[layer] == 0)
			continue;
		table_row(table);
		cell_string(table_at(table, "figure"), name);
		cell_string(table_at(table, "layer"), code_layer_names[layer]);
		cell_number(table_at(table, "instructions"),
			    explained_per_operation(explained, insns[layer]));
		cell_number(table_at(table, "share"),
			    share_of(insns[layer], explained->tree.insns));
	}
	table->chart = (struct chart){
		.kind = CHART_DRAWING,
		.svg = explain_draw(tables, explained),
		.svg_width = FLAMES_WIDTH_PIXELS,
	};
}

/* Clear the totals of all but the largest nodes. The rest is still a tree, because a node's total
 * is at least that of each child. Returns whether any total was cleared. */
static bool explain_keep_largest(uint64_t *totals, uint32_t count)
{
	uint64_t *sorted, least;
	bool is_cut = false;

	if (count <= TREE_ROWS)
		return false;
	sorted = xcalloc(count, sizeof(*sorted));
	memcpy(sorted, totals, count * sizeof(*sorted));
	sort_numbers(sorted, count);
	least = sorted[count - 1 - TREE_ROWS];
	free(sorted);
	for (uint32_t i = 1; i < count; i++) {
		is_cut |= totals[i] > 0 && totals[i] <= least;
		totals[i] = totals[i] > least ? totals[i] : 0;
	}
	return is_cut;
}

static void explain_trees(struct tables *tables, const struct explanation *explanation,
			  const char *const *names, bool is_whole)
{
	struct table *table = table_begin(tables, SECTION, "explain.tree", "Call tree",
					  tree_columns, COUNT(tree_columns));

	table->note = "Instructions of one operation.";
	table->flags = TABLE_WHOLE | TABLE_WIDE;
	for (size_t i = 0; i < explanation->count; i++) {
		const struct call_tree *tree = &explanation->items[i].tree;
		uint64_t *totals = call_tree_totals(tree);

		if (!is_whole && explain_keep_largest(totals, (uint32_t)tree->count))
			table->note = "Instructions of one operation, largest nodes; --tree prints "
				      "all.";
		explain_tree_rows(table, &explanation->items[i], names[i], 0, totals);
		free(totals);
	}
}

static const char **explain_names(struct tables *tables, const struct explanation *explanation)
{
	const char **names = tables_allocate(tables, explanation->count + 1, sizeof(*names));

	for (size_t i = 0; i < explanation->count; i++) {
		char *name = explained_name(&explanation->items[i]);

		names[i] = tables_text(tables, "%s", name);
		free(name);
	}
	return names;
}

static void explain_functions(struct tables *tables, const struct explanation *explanation,
			      const char *const *names)
{
	struct table *table = table_begin(tables, SECTION, "explain.functions", "By function",
					  function_columns, COUNT(function_columns));

	table->note = "A function's own instructions in one operation, and with its callees.";
	table->flags = TABLE_WHOLE | TABLE_WIDE;
	for (size_t i = 0; i < explanation->count; i++) {
		const struct explained *explained = &explanation->items[i];
		struct function_list functions = function_list_make(&explained->tree);

		for (size_t j = 0; j < functions.count; j++) {
			const struct function_count *function = &functions.items[j];
			struct row *row = table_row(table);

			cell_string(table_at(table, "figure"), names[i]);
			cell_text(table_at(table, "function"), "%s", function->name);
			cell_string(table_at(table, "layer"), code_layer_names[function->layer]);
			cell_number(table_at(table, "instructions"),
				    explained_per_operation(explained, function->insns));
			cell_number(table_at(table, "share"),
				    share_of(function->insns, explained->tree.insns));
			cell_number(table_at(table, "with_callees"),
				    explained_per_operation(explained,
							    function->insns_with_callees));
			row->is_detail = function->insns == 0;
		}
		function_list_free(&functions);
	}
	for (size_t i = 0; i < explanation->count; i++) {
		if (explanation->items[i].tree.count > 0)
			explain_metric(tables, &explanation->items[i], names[i]);
	}
}

void topic_explain(struct tables *tables, const struct explanation *explanation,
		   const struct explain_view *view)
{
	const char *const *names = explain_names(tables, explanation);

	tables->title = "Bareline: instructions by function";
	explain_sums(tables, explanation);
	if (!view->sums_only)
		explain_functions(tables, explanation, names);
	if (!view->sums_only)
		explain_trees(tables, explanation, names, view->has_tree);
	topic_explain_memory(tables, explanation, names, !view->sums_only);
}
