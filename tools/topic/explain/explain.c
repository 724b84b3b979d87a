/* SPDX-License-Identifier: MIT */
/* All metrics are instructions per operation: the sum over all warm samples, divided by the number
 * of operations in these samples. */
#include "tools/topic/explain/explain.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/sort.h"
#include "tools/explain/export.h"
#include "tools/record/point.h"
#include "tools/table/number.h"
#include "tools/topic/explain/calls.h"
#include "tools/topic/explain/memory.h"

#define WHERE_SECTION "Where the instructions go"
#define FUNCTIONS_SECTION "Functions"
#define SUMS_SECTION "Sums"
/* Maximum number of rows of the call tree, including the root. If the complete tree is requested,
 * it has all rows. */
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
	struct table *table = table_begin(tables, SUMS_SECTION, "explain.sums",
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
	{"figure", COLUMN_TEXT, COLUMN_GROUP | COLUMN_KEY, "metric", NULL},
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
	{"figure", COLUMN_TEXT, COLUMN_KEY, "metric", NULL},
	{"layer", COLUMN_TEXT, 0, NULL, NULL},
	{"instructions", COLUMN_NUMBER, 0, NULL, NULL},
	{"share", COLUMN_SHARE, COLUMN_BAR, NULL, NULL},
};

/* ---- Call tree ---- */

static const struct column tree_columns[] = {
	{"figure", COLUMN_TEXT, COLUMN_GROUP | COLUMN_KEY, "metric", NULL},
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

static const char *explain_draw(struct tables *tables, const struct explained *stages,
				size_t count, const struct cost_changes *changes)
{
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);
	const char *kept;

	explain_write_operation(stages, count, changes, file);
	file_end_memory(file, &text);
	kept = tables_text(tables, "%s", text);
	free(text);
	return kept;
}

static void explain_layer_rows(struct table *table, const struct explained *explained,
			       const char *name)
{
	uint64_t insns[CODE_LAYERS] = {0};

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
}

const char *explain_operation_name(struct tables *tables, const struct explained *explained)
{
	char point[POINT_TEXT_MAX];

	point_label(explained->series->info->point, point, sizeof(point));
	return tables_text(tables, "%s%s%s", explained->bench->info->name,
			   point[0] != '\0' ? " " : "", point);
}

/* A flame graph of one operation; the rows of its table are the layers of each stage. */
static void explain_operation(struct tables *tables, const struct explained *stages, size_t count,
			      const char *const *names, const struct cost_changes *changes)
{
	struct large_calls calls = explain_large_calls(tables, stages, count);
	const char *title = tables_text(tables, "%s: by layer, with the call tree",
					explain_operation_name(tables, stages));
	struct table *table = table_begin(tables, WHERE_SECTION, "explain.layers", title,
					  layer_columns, COUNT(layer_columns));

	table->flags = TABLE_LEAD | TABLE_WIDE | (changes != NULL ? TABLE_DETAIL : 0);
	table->note = changes != NULL
		? "A box's width is its instructions in the new run, including callees, which are "
		  "below it. Red functions cost more than in the base."
		: "A box's width is its instructions, including callees, which are below it.";
	if (calls.summary != NULL)
		table->finding = tables_text(tables, "%s%s%s", calls.summary,
					     calls.list[0] != '\0' ? ": " : "", calls.list);
	for (size_t i = 0; i < count; i++)
		explain_layer_rows(table, &stages[i], names[i]);
	table->chart = (struct chart){
		.kind = CHART_DRAWING,
		.svg = explain_draw(tables, stages, count, changes),
		.svg_width = FLAMES_WIDTH_PIXELS,
		.svg_top = FLAMES_TITLE_PIXELS,
	};
}

void explain_operations(struct tables *tables, const struct explanation *explanation,
			const char *const *names, const struct cost_changes *changes)
{
	size_t count;

	for (size_t i = 0; i < explanation->count; i += count) {
		const struct explained *stages = &explanation->items[i];
		bool has_tree = false;

		count = explained_stages(stages, explanation->count - i);
		for (size_t j = 0; j < count; j++)
			has_tree |= stages[j].tree.count > 0;
		if (has_tree)
			explain_operation(tables, stages, count, &names[i],
					  changes != NULL ? &changes[i] : NULL);
	}
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
	struct table *table = table_begin(tables, FUNCTIONS_SECTION, "explain.tree", "Call tree",
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

const char **explain_names(struct tables *tables, const struct explanation *explanation)
{
	const char **names = tables_allocate(tables, explanation->count + 1, sizeof(*names));

	for (size_t i = 0; i < explanation->count; i++) {
		char *name = explained_name(&explanation->items[i]);

		names[i] = tables_text(tables, "%s", name);
		free(name);
	}
	return names;
}

static void explain_function_rows(struct table *table, const struct explained *explained,
				  const char *name)
{
	struct function_list functions = function_list_make(&explained->tree);

	for (size_t i = 0; i < functions.count; i++) {
		const struct function_count *function = &functions.items[i];
		struct row *row = table_row(table);

		cell_string(table_at(table, "figure"), name);
		cell_text(table_at(table, "function"), "%s", function->name);
		cell_string(table_at(table, "layer"), code_layer_names[function->layer]);
		cell_number(table_at(table, "instructions"),
			    explained_per_operation(explained, function->insns));
		cell_number(table_at(table, "share"),
			    share_of(function->insns, explained->tree.insns));
		cell_number(table_at(table, "with_callees"),
			    explained_per_operation(explained, function->insns_with_callees));
		row->is_detail = function->insns == 0;
	}
	function_list_free(&functions);
}

void explain_functions(struct tables *tables, const struct explanation *explanation,
		       const char *const *names, unsigned flags)
{
	struct table *table = table_begin(tables, FUNCTIONS_SECTION, "explain.functions",
					  "By function", function_columns,
					  COUNT(function_columns));

	table->note = "A function's own instructions in one operation, and with its callees.";
	table->flags = TABLE_WHOLE | TABLE_WIDE | flags;
	for (size_t i = 0; i < explanation->count; i++)
		explain_function_rows(table, &explanation->items[i], names[i]);
}

void explain_functions_of_metal(struct tables *tables, const struct explanation *metal,
				const char *const *names, const char *const *remarks,
				const char *finding)
{
	struct table *table = table_begin(tables, EXPLAIN_METAL_SECTION, "explain.metal",
					  "By function", function_columns,
					  COUNT(function_columns));

	table->note = "One operation of the image on the same machine, without an operating system "
		      "or a hypervisor.";
	table->flags = TABLE_WHOLE | TABLE_WIDE | TABLE_LEAD | TABLE_REMARKS;
	table->finding = finding;
	for (size_t i = 0; i < metal->count; i++) {
		size_t last;

		explain_function_rows(table, &metal->items[i], names[i]);
		/* Below a row that text shows too. */
		for (last = table->row_count; last > 0 && table->rows[last - 1].is_detail;)
			last--;
		if (last > 0)
			table->rows[last - 1].remark = remarks[i];
	}
}

/* ---- Verdict ---- */

double explain_operation_insns(const struct explained *stages, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += explained_per_operation(&stages[i], stages[i].sampled_insns);
	return sum;
}

/* "Stages: entry 2960, handler 21, return 1084."; "" without stages. */
static const char *explain_stages_text(struct tables *tables, const struct explained *stages,
				       size_t count)
{
	const char *text = "";
	char number[NUMBER_TEXT_MAX];

	for (size_t i = 0; i < count && stages[i].series->info->stage[0] != '\0'; i++)
		text = tables_text(
			tables, "%s%s %s %s", text, i > 0 ? "," : " Stages:",
			stages[i].series->info->stage,
			number_text(explain_operation_insns(&stages[i], 1), number));
	return text[0] != '\0' ? tables_text(tables, "%s.", text) : "";
}

static size_t explain_count(const struct explanation *explanation, enum explained_status status)
{
	size_t count = 0;

	for (size_t i = 0; i < explanation->count; i++)
		count += explanation->items[i].status == status;
	return count;
}

void explain_check_sums(struct tables *tables, const struct explanation *explanation)
{
	size_t equal = explain_count(explanation, EXPLAINED_EXACTLY), all = explanation->count;
	size_t wrong = explain_count(explanation, EXPLAINED_WRONGLY);

	tables_add_check(tables,
			 wrong > 0	? TABLE_BAD
			 : equal == all ? TABLE_GOOD
					: TABLE_NEUTRAL,
			 equal < all ? "explain.sums" : NULL,
			 tables_text(tables, "%zu of %zu metrics equal the sum of their functions",
				     equal, all),
			 wrong > 0 ? tables_text(tables, "%zu differ", wrong) : "");
}

static void explain_set_verdict(struct tables *tables, const struct explanation *explanation)
{
	const struct explained *first = &explanation->items[0];
	size_t wrong = explain_count(explanation, EXPLAINED_WRONGLY);
	size_t stages = explained_stages(first, explanation->count);
	struct large_calls calls = explain_large_calls(tables, first, stages);
	char number[NUMBER_TEXT_MAX];

	explain_set_sections(tables);
	if (stages == explanation->count && first->status == EXPLAINED_EXACTLY) {
		number_text(explain_operation_insns(first, stages), number);
		tables->subtitle = tables_text(tables, "%s: %s instructions",
					       explain_operation_name(tables, first), number);
		tables->about = tables_text(tables, "%s", first->bench->info->summary);
		tables->verdict = (struct overall_verdict){
			TABLE_NEUTRAL,
			calls.summary != NULL
				? tables_text(tables, "%s of %s instructions", calls.summary,
					      number)
				: "No call holds 20 %",
			tables_text(tables, "%s%s%s", calls.list,
				    calls.list[0] != '\0' ? "." : "",
				    explain_stages_text(tables, first, stages))};
	} else {
		tables->subtitle = tables_text(tables, "%zu metrics in instructions, by function",
					       explanation->count);
		tables->about = "Instructions of one operation, counted outside the machine";
		tables->verdict = (struct overall_verdict){
			TABLE_NEUTRAL, "Every instruction has a function",
			"The functions of a metric add up to its measured value."};
	}
	if (explain_count(explanation, EXPLAINED_EXACTLY) == 0)
		tables->verdict = (struct overall_verdict){
			TABLE_UNKNOWN, "No metric is explained",
			"The table of sums has the reasons."};
	if (wrong > 0)
		tables->verdict = (struct overall_verdict){
			TABLE_BAD,
			tables_text(tables, "%zu of %zu metrics not explained", wrong,
				    explanation->count),
			"Their functions do not add up to the measured value."};
	explain_check_sums(tables, explanation);
	tables_add_check(tables, TABLE_NEUTRAL, NULL, "Counts, not time", "");
}

void explain_set_sections(struct tables *tables)
{
	static const struct section_view sections[] = {
		{EXPLAIN_CHANGE_SECTION, "functions by how much they grew", NULL, false, NULL},
		{WHERE_SECTION, "width: instructions with callees; below a function: what it calls",
		 NULL, false, NULL},
		{FUNCTIONS_SECTION, "what each executes itself, and with its callees", NULL, false,
		 NULL},
		{SUMS_SECTION, "measured, and added up over all functions", NULL, true, NULL},
		{EXPLAIN_METAL_SECTION, "the same operations without the layers above", NULL, false,
		 NULL},
		{EXPLAIN_HOW_SECTION, "and how to count it again", NULL, true, NULL},
	};

	tables->sections = sections;
	tables->section_count = COUNT(sections);
	tables->method = "Instructions of one operation, counted outside the machine by a plugin "
			 "of QEMU. Point at a box to see its instructions.";
}

void topic_explain(struct tables *tables, const struct explanation *explanation,
		   const struct explain_view *view)
{
	const char *const *names = explain_names(tables, explanation);

	tables->title = "Bareline: instructions by function";
	explain_set_verdict(tables, explanation);
	if (!view->sums_only) {
		explain_operations(tables, explanation, names, NULL);
		explain_functions(tables, explanation, names, 0);
		explain_trees(tables, explanation, names, view->has_tree);
	}
	explain_sums(tables, explanation);
	topic_explain_memory(tables, explanation, names, !view->sums_only);
}
