/* SPDX-License-Identifier: MIT */
/* Summary of the layers: a table and a chart of some operations on each layer. Operations cost from
 * 1 to hundreds of thousands of instructions, so each bar is scaled to the cost of its highest
 * layer. */
#include <string.h>

#include "lib/point.h"
#include "tools/topic/layers/layers.h"
#include "tools/topic/overhead.h"

static const struct summary_operation {
	const char *text;
	struct metric_name metric;
} operations[] = {
	{"null system call", {"entry.null_syscall", "path=syscall", ""}},
	{"null system call by a gate (INT 80h)", {"entry.null_syscall", "path=int_gate", ""}},
	{"CPUID", {"cpu.instruction", "instruction=cpuid", ""}},
	{"self-IPI, raise to resume", {"irq.self_ipi", "ring=0 wait=spin cache=warm", "total"}},
	{"fault that maps a page", {"fault.not_present", "ring=3 action=map page_bytes=4096",
				    "total"}},
	{"first touch of a page", {"fault.demand_zero", "ring=3 page_bytes=4096", ""}},
	{"switch between threads", {"os.switch_thread", "ring=3 " POINT_SAVED, ""}},
	{"switch between processes", {"os.switch_space", "ring=3 " POINT_SAVED " pcid=off", ""}},
	{"word through a pipe to a process", {"os.pipe", "ring=3 between=processes", ""}},
	{"thread creation", {"os.thread_create", "stack=fresh", ""}},
	{"process creation (fork, 4 KiB)", {"os.process_create", "size_bytes=4096", ""}},
	{"process creation and run", {"os.process_run", "size_bytes=4096", ""}},
};

/* The row of that metric; the number of rows if there is none. */
static size_t summary_row(const struct side_list *list, const struct metric_name *name)
{
	const struct compared_metric *metric = comparison_find(&list->names, name);

	return metric != NULL ? (size_t)(metric - list->names.metrics) : list->names.metric_count;
}

void layers_summary_range(const struct layers *layers, size_t side, struct value_range *range)
{
	const struct side_list *list = &layers->sides;
	bool adds_linux = layers_info(layers, side)->is_linux &&
			  !layers_info(layers, list->items[side].base)->is_linux;

	for (size_t i = 0; i < COUNT(operations); i++) {
		size_t row = summary_row(list, &operations[i].metric);
		const struct compared_metric *added;

		if (row == list->names.metric_count)
			continue;
		added = side_list_contrast(list, row, side);
		if (added != NULL && added->contrast.has_ratio &&
		    (!adds_linux || overhead_is_comparable(added)))
			value_range_add(range, added->contrast.ratio.value, operations[i].text);
	}
}

/* ---- Metrics ---- */

static void summary_add_metrics(struct tables *tables, const struct side_list *list)
{
	struct column *columns = tables_allocate(tables, list->count + 3, sizeof(*columns));
	size_t count = 0;
	struct table *table;

	columns[count++] = (struct column){"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL};
	for (size_t i = 0; i < list->count; i++)
		columns[count++] = (struct column){list->items[i].name, COLUMN_NUMBER, 0,
						   list->items[i].title, NULL};
	columns[count++] = (struct column){"unit", COLUMN_TEXT, 0, "", NULL};
	columns[count++] = (struct column){"figure", COLUMN_TEXT, COLUMN_DATA, NULL, NULL};
	table = table_begin(tables, SUMMARY_SECTION, "summary", "Key metrics, by layer",
			    columns, count);
	table->flags = TABLE_WHOLE | TABLE_LEAD;
	for (size_t i = 0; i < COUNT(operations); i++) {
		size_t row = summary_row(list, &operations[i].metric);

		if (row < list->names.metric_count) {
			const struct compared_metric *first = &list->names.metrics[row];

			table_row(table);
			cell_string(table_at(table, "operation"), operations[i].text);
			for (size_t j = 0; j < list->count; j++) {
				const struct side_metric *metric = side_list_metric(list, row, j);

				cell_number_if(table, metric != NULL,
					       metric != NULL ? metric->median : 0);
			}
			cell_string(table_at(table, "unit"),
				    first->sides[BASE].unit);
			cell_text(table_at(table, "figure"), "%s %s%s%s", first->bench,
				  first->point, first->stage[0] != '\0' ? " " : "", first->stage);
		}
	}
}

/* ---- Chart ---- */

struct summary_part {
	const char *name;
	double value;
};

/* The sides from the lowest to the highest one that has the metric, each with its difference from
 * the side below. Returns their number; 0 if a difference is negative, because a bar cannot show
 * it. */
static size_t summary_parts(const struct side_list *list, size_t row, struct summary_part *parts)
{
	size_t side = list->count, count = 0;
	const struct compared_metric *added;

	while (side > 0 && side_list_metric(list, row, side - 1) == NULL)
		side--;
	if (side == 0)
		return 0;
	for (side--; (added = side_list_contrast(list, row, side)) != NULL;
	     side = list->items[side].base) {
		parts[count++] = (struct summary_part){
			list->items[side].adds, added->contrast.difference.value};
		if (added->contrast.difference.value < 0)
			return 0;
	}
	parts[count++] = (struct summary_part){list->items[side].title,
					       side_list_metric(list, row, side)->median};
	for (size_t depth = 0; depth < count / 2; depth++) {
		struct summary_part low = parts[depth];

		parts[depth] = parts[count - 1 - depth];
		parts[count - 1 - depth] = low;
	}
	return count;
}

static void summary_add_parts(struct tables *tables, const struct side_list *list)
{
	const struct column shapes[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"part", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"share", COLUMN_NUMBER, 0, NULL, "%"},
		{"value", COLUMN_NUMBER, 0, NULL,
		 side_list_is_exact(list) ? "instructions" : "ns"},
		{"unit", COLUMN_TEXT, COLUMN_DATA, "", NULL},
	};
	struct column *columns = tables_allocate(tables, COUNT(shapes), sizeof(*columns));
	struct table *table = table_begin(tables, SUMMARY_SECTION, "parts",
					  "Parts of an operation, layer by layer", columns,
					  COUNT(shapes));

	memcpy(columns, shapes, sizeof(shapes));

	table->flags = TABLE_DETAIL | TABLE_LEAD;
	table->note = "Shares of the cost on the highest layer that has the operation. Linux adds "
		      "to "
		      "bare metal; KVM adds to Linux if Linux has the operation, else to bare "
		      "metal.";
	for (size_t i = 0; i < COUNT(operations); i++) {
		size_t row = summary_row(list, &operations[i].metric);

		if (row < list->names.metric_count) {
			struct summary_part parts[SIDE_LIST_MAX];
			size_t count = summary_parts(list, row, parts);
			double sum = 0;

			for (size_t k = 0; k < count; k++)
				sum += parts[k].value;
			for (size_t k = 0; k < count && sum > 0; k++) {
				table_row(table);
				cell_string(table_at(table, "operation"), operations[i].text);
				cell_string(table_at(table, "part"), parts[k].name);
				cell_number(table_at(table, "share"), 100 * parts[k].value / sum);
				cell_number(table_at(table, "value"), parts[k].value);
				cell_string(table_at(table, "unit"),
					    list->names.metrics[row].sides[BASE].unit);
			}
		}
	}
	table->chart = (struct chart){
		.kind = CHART_STACK, .names = {"operation"}, .stage = "part", .y = "value"};
}

void layers_add_summary(struct tables *tables, const struct side_list *list)
{
	summary_add_metrics(tables, list);
	summary_add_parts(tables, list);
}
