/* SPDX-License-Identifier: MIT */
/* Benchmarks are in the order of their records. Those with a single metric share the first
 * table. */
#include "tools/analysis/name_index.h"
#include "tools/topic/metric_tables.h"

#include <math.h>
#include <string.h>

#include "tools/topic/keys.h"

#define LABEL_MAX 256

static const struct column names[METRIC_COLUMNS] = {
	{"benchmark", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	{"point", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	{"unit", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
};

/* ---- Metrics ---- */

const struct metric *compared_metric_first(const struct compared_metric *metric)
{
	return metric->sides[BASE].first != NULL ? metric->sides[BASE].first
						 : metric->sides[NEW].first;
}

const char *metric_unit(const struct compared_metric *metric)
{
	return metric->sides[BASE].runs > 0 ? metric->sides[BASE].unit : metric->sides[NEW].unit;
}

bool metric_in_own_unit(const struct compared_metric *metric, enum side side)
{
	const struct side_metric *side_metric = &metric->sides[side];

	return side_metric->runs > 0 && strcmp(side_metric->unit, metric_unit(metric)) == 0;
}

const char *metric_why_not_common(struct tables *tables, const struct comparison *comparison,
				  const struct compared_metric *metric)
{
	if (metric->depends_on_emulator)
		return "depends on QEMU's version, which differs";
	for (enum side side = BASE; side < SIDES; side++) {
		if (metric->sides[side].runs == 0)
			return tables_text(tables, "%s: %s", side_name(comparison, side),
					   metric->sides[side].why_missing);
	}
	return tables_text(tables, "%s is in %s, %s in %s", side_name(comparison, BASE),
			   metric->sides[BASE].unit, side_name(comparison, NEW),
			   metric->sides[NEW].unit);
}

/* Number the benchmarks from 0, in the order of the metrics. */
static size_t *metrics_number_benches(struct tables *tables, const struct comparison *comparison,
				      size_t *benches)
{
	size_t *numbers = tables_allocate(tables, comparison->metric_count, sizeof(*numbers));
	struct name_index index = {0};

	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric_name name = {comparison->metrics[i].bench, "", ""};

		numbers[i] = name_index_find(&index, &name);
		if (numbers[i] == NAME_NOT_FOUND)
			numbers[i] = name_index_add(&index, &name);
	}
	*benches = index.count;
	name_index_free(&index);
	return numbers;
}

/* A counting sort by benchmark. */
const struct compared_metric *const *metrics_by_bench(struct tables *tables,
						      const struct comparison *comparison)
{
	size_t count = comparison->metric_count, benches, *next;
	const struct compared_metric **metrics = tables_allocate(tables, count, sizeof(*metrics));
	const size_t *numbers = metrics_number_benches(tables, comparison, &benches);

	next = tables_allocate(tables, benches + 1, sizeof(*next));
	for (size_t i = 0; i < count; i++)
		next[numbers[i] + 1]++;
	for (size_t i = 1; i <= benches; i++)
		next[i] += next[i - 1];
	for (size_t i = 0; i < count; i++)
		metrics[next[numbers[i]]++] = &comparison->metrics[i];
	return metrics;
}

size_t metrics_of_bench(const struct compared_metric *const *metrics, size_t count)
{
	size_t same = 1;

	while (same < count && strcmp(metrics[same]->bench, metrics[0]->bench) == 0)
		same++;
	return same;
}

const char *metric_label(struct tables *tables, const struct compared_metric *metric)
{
	char point[LABEL_MAX];

	point_label(metric->point, point, sizeof(point));
	return tables_text(tables, "%s%s%s%s%s", metric->bench, point[0] != '\0' ? ", " : "", point,
			   metric->stage[0] != '\0' ? ", " : "", metric->stage);
}

const char *metric_short_label(struct tables *tables, const struct comparison *comparison,
			       const struct compared_metric *metric)
{
	const char *label = metric->bench, *rest = metric->point;
	struct parameter parameter;

	while (point_next(&rest, &parameter)) {
		char text[LABEL_MAX], one[2 * POINT_TEXT_MAX];
		const struct metric_name name = {metric->bench, parameter.name, ""};
		const char *value;

		if (name_index_find(&comparison->varying, &name) == NAME_NOT_FOUND)
			continue;
		snprintf(one, sizeof(one), "%s=%s", parameter.name, parameter.value);
		point_label(one, text, sizeof(text));
		value = strchr(text, ' ');
		if (value == NULL || strchr(value + 1, ' ') != NULL)
			value = value != NULL ? value + 1 : text;
		else
			value = value[1] >= '0' && value[1] <= '9' ? text : value + 1;
		label = tables_text(tables, "%s %s", label, value);
	}
	if (metric->stage[0] != '\0' && strcmp(metric->stage, TOTAL_STAGE) != 0)
		label = tables_text(tables, "%s %s", label, metric->stage);
	return label;
}

/* ---- Cells ---- */

void metric_value_cell(struct table *table, const struct side_metric *metric, bool is_counted)
{
	bool is_exact = is_counted && metric != NULL && side_metric_is_one_value(metric);

	if (metric == NULL)
		cell_none(table);
	else
		cell_quantity(table, &(struct quantity){
			.value = metric->median,
			.interval = is_exact ? INTERVAL_EXACT : INTERVAL_NONE});
}

void metric_side_cells(struct table *table, const struct compared_metric *metric, enum side side)
{
	const struct side_metric *side_metric = &metric->sides[side];
	bool has_values = metric_in_own_unit(metric, side);

	cell_number(table, has_values ? side_metric->min : NAN);
	cell_number(table, has_values ? side_metric->max : NAN);
	cell_count(table, side_metric->runs);
	cell_count(table, side_metric->samples);
	if (side_metric->runs > 0)
		cell_string(table, side_metric->is_repeatable ? "yes" : "no");
	else
		cell_none(table);
}

/* Whether a metric in instructions has different samples in different runs. */
static bool metric_differs(const struct compared_metric *metric)
{
	return metric->is_counted && metric_is_common(metric) &&
	       !(metric->sides[BASE].is_repeatable && metric->sides[NEW].is_repeatable);
}

void metric_marks_cell(struct table *table, const struct compared_metric *metric)
{
	if (metric_differs(metric))
		cell_string(table, "!");
	else
		cell_none(table);
}

static const char *marks_note(const struct compared_metric *const *metrics, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (metric_differs(metrics[i]))
			return "! Samples differ between repeated runs.";
	}
	return "";
}

/* ---- Tables ---- */

struct metric_table {
	struct tables *tables;
	const struct metric_view *view;
	struct table *table;
};

/* NULL if units differ. */
static const char *common_unit(const struct compared_metric *const *metrics, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (strcmp(metric_unit(metrics[i]), metric_unit(metrics[0])) != 0)
			return NULL;
	}
	return metric_unit(metrics[0]);
}

/* The view's columns, then the METRIC_COLUMNS for programs. */
static struct column *metric_columns(const struct metric_table *of,
				     const struct compared_metric *const *metrics, size_t count)
{
	const struct metric_view *view = of->view;
	size_t all = view->column_count + METRIC_COLUMNS;
	struct column *columns = tables_allocate(of->tables, all, sizeof(*columns));

	memcpy(columns, view->columns, view->column_count * sizeof(*columns));
	memcpy(columns + view->column_count, names, sizeof(names));
	if (common_unit(metrics, count) == NULL)
		columns[all - 1].flags = 0;
	if (view->shape != NULL)
		view->shape(columns, metrics, count);
	return columns;
}

/* "one call of a procedure, in ns". */
static const char *metric_title(const struct metric_table *of, const char *what,
				const struct compared_metric *const *metrics, size_t count)
{
	const char *unit = common_unit(metrics, count);

	return unit != NULL ? tables_text(of->tables, "%s, in %s", what, unit) : what;
}

static void metric_cells(const struct metric_table *of, struct row *row,
			 const struct compared_metric *metric)
{
	of->view->fill(of->view->context, of->table, row, metric);
	cell_string(table_at(of->table, "benchmark"), metric->bench);
	cell_string(table_at(of->table, "point"), metric->point);
	cell_string(table_at(of->table, "unit"), metric_unit(metric));
}

static const char *metric_note(const struct metric_table *of,
			       const struct compared_metric *const *metrics, size_t count)
{
	const char *marks = of->view->leaves_marks ? "" : marks_note(metrics, count);
	const char *remark = NULL;

	if (of->view->remark != NULL)
		remark = of->view->remark(of->tables, metrics[0]);
	if (remark == NULL)
		return marks;
	return tables_text(of->tables, "%s%s%s", remark, marks[0] != '\0' ? " " : "", marks);
}

/* The metric. For cold samples, a copy with the stage of the compared metric, which contains the
 * word "cold". */
static const struct metric *metric_in_stage(struct tables *tables,
					    const struct compared_metric *metric)
{
	struct metric *copy;

	if (!metric->is_cold)
		return compared_metric_first(metric);
	copy = tables_allocate(tables, 1, sizeof(*copy));
	*copy = *compared_metric_first(metric);
	copy->stage = metric->stage;
	return copy;
}

static void metric_tables_add_bench(struct metric_table *of,
				    const struct compared_metric *const *metrics, size_t count)
{
	const struct metric_view *view = of->view;
	size_t value_count = view->column_count + METRIC_COLUMNS;
	const struct metric **firsts = tables_allocate(of->tables, count, sizeof(*firsts));
	const struct column *columns;
	size_t key_count;

	for (size_t i = 0; i < count; i++)
		firsts[i] = metric_in_stage(of->tables, metrics[i]);
	columns = keys_columns(of->tables, firsts, count, metric_columns(of, metrics, count),
			       value_count, &key_count);
	of->table = table_begin(of->tables, view->section,
				tables_text(of->tables, "%s%s", view->prefix, metrics[0]->bench),
				metric_title(of, tables_title(of->tables,
							      firsts[0]->bench->info->summary),
					     metrics, count),
				columns, key_count + value_count);
	for (size_t i = 0; i < count; i++) {
		struct row *row = table_row(of->table);

		keys_cells(of->table, columns, key_count, firsts[i]);
		metric_cells(of, row, metrics[i]);
	}
	of->table->flags = view->flags | TABLE_OF_BENCH;
	of->table->note = metric_note(of, metrics, count);
}

static void metric_tables_add_singles(struct metric_table *of,
				      const struct compared_metric *const *metrics, size_t count)
{
	static const struct column keys[] = {
		{"figure", COLUMN_TEXT, COLUMN_KEY, "benchmark", NULL},
		{"stage", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	const size_t key_count = COUNT(keys);
	const struct metric_view *view = of->view;
	size_t value_count = view->column_count + METRIC_COLUMNS;
	struct column *columns = tables_allocate(of->tables, key_count + value_count,
						 sizeof(*columns));

	if (count == 0)
		return;
	memcpy(columns, keys, sizeof(keys));
	memcpy(columns + key_count, metric_columns(of, metrics, count),
	       value_count * sizeof(*columns));
	of->table = table_begin(of->tables, view->section,
				tables_text(of->tables, "%sone-figure", view->prefix),
				metric_title(of, "Benchmarks with one metric", metrics, count),
				columns, key_count + value_count);
	for (size_t i = 0; i < count; i++) {
		const struct compared_metric *metric = metrics[i];
		struct row *row = table_row(of->table);
		const char *remark;

		cell_string(table_at(of->table, "figure"), metric_label(of->tables, metric));
		cell_string(table_at(of->table, "stage"), metric->stage);
		metric_cells(of, row, metric);
		/* The benchmark's remark comes before that of its only metric. */
		remark = of->view->remark != NULL ? of->view->remark(of->tables, metric) : NULL;
		if (remark != NULL && row->remark != NULL && metric_is_common(metric))
			row->remark = tables_text(of->tables, "%s %s", remark, row->remark);
		else if (row->remark == NULL)
			row->remark = remark;
	}
	of->table->flags = view->flags;
	of->table->note = view->leaves_marks ? "" : marks_note(metrics, count);
}

/* Whether a benchmark has one metric, and its cold samples. */
static bool is_single(const struct compared_metric *const *metrics, size_t count)
{
	return count == 1 || (count == 2 && metrics[1]->is_cold);
}

void metric_tables_add(struct tables *tables, const struct comparison *comparison,
		       const struct metric_view *view)
{
	const struct compared_metric *const *metrics = metrics_by_bench(tables, comparison);
	size_t count = comparison->metric_count, single_count = 0, same;
	const struct compared_metric **singles = tables_allocate(tables, count, sizeof(*singles));
	struct metric_table of = {.tables = tables, .view = view};

	for (size_t i = 0; i < count; i += same) {
		same = metrics_of_bench(&metrics[i], count - i);
		for (size_t j = i; j < i + same && is_single(&metrics[i], same); j++)
			singles[single_count++] = metrics[j];
	}
	metric_tables_add_singles(&of, singles, single_count);
	for (size_t i = 0; i < count; i += same) {
		same = metrics_of_bench(&metrics[i], count - i);
		if (!is_single(&metrics[i], same))
			metric_tables_add_bench(&of, &metrics[i], same);
	}
}
