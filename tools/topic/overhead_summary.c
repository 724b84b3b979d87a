/* SPDX-License-Identifier: MIT */
/* Summary of the overhead: ratios to bare metal, of the key metrics and of every benchmark. */
#include <gsl/gsl_statistics_double.h>
#include <string.h>

#include "lib/point.h"
#include "tools/analysis/predict.h"
#include "tools/base/sort.h"
#include "tools/stats/stats.h"
#include "tools/table/number.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/overhead.h"
#include "tools/topic/sides.h"

/* Vertical position of a row in a chart: see chart_row_height. */
#define HEIGHT(row, count) ((double)((count)-1 - (row)))

void overhead_estimate(struct table *table, const struct estimate *estimate, bool is_exact)
{
	if (estimate == NULL)
		cell_none(table);
	else
		cell_quantity(table, &(struct quantity){
					     .value = estimate->value,
					     .low = estimate->low,
					     .high = estimate->high,
					     .interval = is_exact ? INTERVAL_NONE : INTERVAL_95,
				     });
}

/* An axis of ratios, with a line at 1. */
static void overhead_draw(struct table *table, const char *label)
{
	static const struct chart_mark equal = {1, "as bare metal"};

	table->chart.kind = CHART_DOTS;
	table->chart.names[0] = table->columns[0].name;
	table->chart.x_axis = (struct chart_axis){.label = label};
	table->chart.marks = &equal;
	table->chart.mark_count = 1;
}

/* ---- Headlines ---- */

static const struct headline {
	const char *text, *aside;
	const char *short_text; /* in a title; or NULL */
	struct metric_name metric;
	uint64_t cleared_bytes; /* by a string instruction; 0: no row without them */
} headlines[] = {
	{"a null system call", "", "a system call",
	 {"entry.null_syscall", "path=syscall", ""}, 0},
	{"a null system call by INT 80h", "the old way", NULL,
	 {"entry.null_syscall", "path=int_gate", ""}, 0},
	{"a switch between threads", "user mode", "a switch",
	 {"os.switch_thread", "ring=3 " POINT_SAVED, ""}, 0},
	{"a switch between processes", "user mode", "a switch",
	 {"os.switch_space", "ring=3 " POINT_SAVED " pcid=off", ""}, 0},
	{"a page of memory at its first touch", "4 KiB, cleared", "a new page",
	 {"fault.demand_zero", "ring=3 page_bytes=4096", ""}, 4096},
	{"a large page of memory at its first touch", "2 MiB, cleared", "a large page",
	 {"fault.demand_zero", "ring=3 page_bytes=2097152", ""}, 0},
	{"a timed wake-up", "lateness", NULL,
	 {"clock.timer_latency", "interval_us=1000", "lateness"}, 0},
	{"a page unmapped", "one CPU", NULL, {"fault.shootdown", "cpus=1 wait=spin", "total"}, 0},
	{"a fault that ends in a signal", "no-execute page", NULL,
	 {"fault.no_execute", "ring=3 action=trap page_bytes=4096", "total"}, 0},
	{"a word through a pipe and back", "threads", NULL,
	 {"os.pipe", "ring=3 between=threads", ""}, 0},
	{"a thread created", "stack reused", NULL, {"os.thread_create", "stack=pooled", ""}, 0},
	{"a process made (fork)", "4 KiB of data", NULL,
	 {"os.process_create", "size_bytes=4096", ""}, 0},
	{"a process made and run", "4 KiB of data", NULL,
	 {"os.process_run", "size_bytes=4096", ""}, 0},
};

/* The metric of that name; NULL if not both sides have it. */
static const struct compared_metric *headline_metric(const struct comparison *comparison,
						     const struct metric_name *name)
{
	const struct compared_metric *metric = comparison_find(comparison, name);

	return metric != NULL && metric_is_common(metric) ? metric : NULL;
}

const char *overhead_title(struct tables *tables, const struct comparison *comparison,
			   const char *time_base)
{
	const struct headline *first = NULL, *most = NULL;
	char number[NUMBER_TEXT_MAX];
	const char *text;
	double ratio = 0, of_first = 0;

	for (size_t i = 0; i < COUNT(headlines); i++) {
		const struct compared_metric *metric = headline_metric(comparison,
								       &headlines[i].metric);

		if (headlines[i].short_text == NULL || metric == NULL ||
		    !overhead_has_ratio(metric))
			continue;
		if (first == NULL) {
			first = &headlines[i];
			of_first = metric->contrast.ratio.value;
		}
		if (most == NULL || metric->contrast.ratio.value > ratio) {
			most = &headlines[i];
			ratio = metric->contrast.ratio.value;
		}
	}
	if (first == NULL)
		return NULL;
	text = tables_text(tables, "%s%s costs ×\u00a0%s", time_base, first->short_text,
			   number_short_text(of_first, number));
	if (most != first)
		text = tables_text(tables, "%s, %s ×\u00a0%s", text, most->short_text,
				   number_short_text(ratio, number));
	return tables_title(tables, text);
}

/* Whether both sides clear by `rep stosb`, which counts as an instruction for each byte. */
static bool clears_by_bytes(const struct comparison *comparison)
{
	for (enum side side = METAL; side < SIDES; side++) {
		const struct wire_cpu *cpu = result_cpu(comparison->sides[side].items[0].result);

		if (cpu == NULL || strstr(cpu->features, "erms") == NULL)
			return false;
	}
	return true;
}

/* Add a row of the cost without the clearing. The instructions of the clearing are known, and equal
 * on both sides. For times there is no such row, because the clearing overlaps with the rest. */
static void headline_without_clearing(struct table *table, const struct comparison *comparison,
				      const struct headline *headline,
				      const struct compared_metric *metric)
{
	double cleared = (double)headline->cleared_bytes;
	double hosted = metric->sides[LINUX].median - cleared;
	double metal = metric->sides[METAL].median - cleared;

	if (cleared == 0 || !metric->is_counted || metal <= 0 || !clears_by_bytes(comparison))
		return;
	table_row(table);
	cell_string(table_at(table, "operation"), "a first touch without clearing the page");
	cell_quantity(table_at(table, "ratio"), &(struct quantity){.value = hosted / metal});
	cell_quantity(table_at(table, "linux"), &(struct quantity){.value = hosted});
	cell_quantity(table_at(table, "metal"), &(struct quantity){.value = metal});
	cell_string(table_at(table, "unit"), metric->sides[METAL].unit);
	overhead_marks_cell(table, comparison, metric);
	cell_text(table_at(table, "figure"), "%s, less %.0f", metric_label(table->of, metric),
		  cleared);
	cell_text(table_at(table, "aside"), "less %.0f", cleared);
}

void overhead_add_headlines(struct tables *tables, const char *section,
			    const struct comparison *comparison)
{
	static const struct column columns[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"ratio", COLUMN_QUANTITY, 0, NULL, "times"},
		{"linux", COLUMN_QUANTITY, 0, "Linux", NULL},
		{"metal", COLUMN_QUANTITY, COLUMN_IMPLIED, NULL, NULL},
		{"unit", COLUMN_TEXT, 0, "", NULL},
		{"marks", COLUMN_TEXT, 0, "", NULL},
		{"figure", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"aside", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"difference", COLUMN_QUANTITY, COLUMN_DATA, NULL, NULL},
	};
	size_t count = sizeof(columns) / sizeof(columns[0]);
	struct table *table = table_begin(tables, section, "overhead.headlines",
					  sides_named(tables, comparison,
						      "Key metrics, Linux vs bare metal"),
					  sides_columns(tables, comparison, columns, count), count);

	table->flags = TABLE_CARDS | TABLE_REMARKS | TABLE_SIDES;
	for (size_t i = 0; i < sizeof(headlines) / sizeof(headlines[0]); i++) {
		const struct compared_metric *metric = headline_metric(comparison,
								       &headlines[i].metric);
		struct row *row;
		bool has_ratio;

		if (metric == NULL)
			continue;
		has_ratio = overhead_has_ratio(metric);
		row = table_row(table);
		row->remark = overhead_difference_text(table->of, comparison, metric);
		/* The page has room for further operations. */
		row->is_detail = !has_ratio || headlines[i].short_text == NULL;
		cell_string(table_at(table, "operation"), headlines[i].text);
		overhead_estimate(table, has_ratio ? &metric->contrast.ratio : NULL,
				  metric->is_counted);
		metric_value_cell(table_at(table, "linux"), &metric->sides[LINUX], false);
		metric_value_cell(table_at(table, "metal"), &metric->sides[METAL], false);
		cell_string(table_at(table, "unit"), metric->sides[METAL].unit);
		overhead_marks_cell(table, comparison, metric);
		cell_string(table_at(table, "figure"), metric_label(table->of, metric));
		cell_string(table_at(table, "aside"), headlines[i].aside);
		overhead_estimate(table_at(table, "difference"), &metric->contrast.difference,
				  metric->is_counted);
		if (has_ratio)
			headline_without_clearing(table, comparison, &headlines[i], metric);
	}
	overhead_draw(table, sides_named(tables, comparison, "Linux / bare metal"));
	table->chart.y = table->chart.low = table->chart.high = "ratio";
	table->chart.low_to_high = table->interval_name;
}

/* ---- Every benchmark ---- */

/* Ratios of the metrics that have one, ascending. Sets *count to their number. */
static double *sorted_ratios(struct tables *tables, const struct compared_metric *const *metrics,
			     size_t *count)
{
	double *ratios = tables_allocate(tables, *count, sizeof(*ratios));
	size_t found = 0;

	for (size_t i = 0; i < *count; i++) {
		if (overhead_has_ratio(metrics[i]))
			ratios[found++] = metrics[i]->contrast.ratio.value;
	}
	*count = found;
	sort_reals(ratios, found);
	return ratios;
}

static void bench_row(struct table *table, const struct compared_metric *const *metrics,
		      size_t count)
{
	const struct metric *hosted = metrics[0]->sides[LINUX].first;
	double *ratios = sorted_ratios(table->of, metrics, &count);

	if (count == 0)
		return;
	table_row(table);
	cell_string(table_at(table, "benchmark"), metrics[0]->bench);
	cell_count(table_at(table, "figures"), count);
	cell_number(table_at(table, "min"), ratios[0]);
	cell_number(table_at(table, "median"), stats_median_sorted(ratios, count));
	cell_number(table_at(table, "max"), ratios[count - 1]);
	if (hosted != NULL && hosted->bench->info->differs[0] != '\0')
		cell_string(table_at(table, "differs"), hosted->bench->info->differs);
}

/* "null.timing: 0.846 times, 11 against 13 instructions". */
static const char *overhead_hover(struct tables *tables, const struct compared_metric *metric)
{
	char ratio[NUMBER_TEXT_MAX], metal[NUMBER_TEXT_MAX], hosted[NUMBER_TEXT_MAX];

	return tables_text(tables, "%s: %s times, %s against %s %s", metric_label(tables, metric),
			   number_text(metric->contrast.ratio.value, ratio),
			   number_text(metric->sides[LINUX].median, hosted),
			   number_text(metric->sides[METAL].median, metal),
			   metric->sides[METAL].unit);
}

/* A point for each metric, in the row of its benchmark. */
static void overhead_add_points(struct table *table, const struct compared_metric *const *metrics,
				size_t metric_count)
{
	struct tables *tables = table->of;
	struct chart_point *points = tables_allocate(tables, metric_count, sizeof(*points));
	struct chart_layer *layer = tables_allocate(tables, 1, sizeof(*layer));
	size_t count = 0, row = 0;

	for (size_t i = 0; i < metric_count; i++) {
		const struct compared_metric *metric = metrics[i];

		if (!overhead_has_ratio(metric))
			continue;
		row += strcmp(table_text(table, row, 0), metric->bench) != 0;
		points[count++] = (struct chart_point){
			.x = metric->contrast.ratio.value,
			.y = HEIGHT(row, table->row_count),
			.hover = overhead_hover(tables, metric),
		};
	}
	*layer = (struct chart_layer){
		.name = "a metric", .style = CHART_POINTS, .points = points, .count = count};
	table->chart.layers = layer;
	table->chart.layer_count = 1;
}

void overhead_add_benchmarks(struct tables *tables, const char *section,
			     const struct comparison *comparison)
{
	static const struct column columns[] = {
		{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"figures", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
		{"min", COLUMN_NUMBER, 0, "min ratio", NULL},
		{"median", COLUMN_NUMBER, 0, "median ratio", NULL},
		{"max", COLUMN_NUMBER, 0, "max ratio", NULL},
		{"differs", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	const struct compared_metric *const *metrics = metrics_by_bench(tables, comparison);
	size_t count = comparison->metric_count, same;
	struct table *table = table_begin(tables, section, "overhead.benchmarks",
					  sides_named(tables, comparison,
						      "Every benchmark, Linux / bare metal"),
					  columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; i < count; i += same) {
		same = metrics_of_bench(&metrics[i], count - i);
		bench_row(table, &metrics[i], same);
	}
	table->flags = TABLE_WHOLE;
	overhead_draw(table, sides_named(tables, comparison, "Linux / bare metal"));
	table->chart.y = "median";
	table->chart.low = "min";
	table->chart.high = "max";
	table->chart.low_to_high = "min to max";
	if (table->row_count > 0)
		overhead_add_points(table, metrics, count);
}
