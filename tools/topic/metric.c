/* SPDX-License-Identifier: MIT */
/* Columns and cells of a metric: median with interval, minimum, percentiles, n, and marks. */
#include <string.h>

#include "tools/topic/keys.h"
#include "tools/topic/topic.h"

/* The column for warm or cold. */
#define SAMPLES "samples"

#define MARK_UNCORRECTED '+'
#define MARK_SATURATED '<'
#define MARK_DISTURBED '!'

/* ---- Columns ---- */

void topic_metric_value_columns(struct topic *topic, const char *unit,
				struct column columns[METRIC_COLUMN_COUNT])
{
	const struct column all[] = {
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"min", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"median", COLUMN_QUANTITY, 0, NULL, unit},
		{"p99", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"max", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"mean", COLUMN_NUMBER, COLUMN_DETAIL | COLUMN_SPARE, NULL, unit},
		{"sigma", COLUMN_NUMBER, COLUMN_DETAIL | COLUMN_SPARE, NULL, unit},
		{"p25", COLUMN_NUMBER, COLUMN_DATA, NULL, unit},
		{"p75", COLUMN_NUMBER, COLUMN_DATA, NULL, unit},
		{"unit", COLUMN_TEXT, unit != NULL ? COLUMN_DATA : 0, NULL, NULL},
		{"ticks", COLUMN_NUMBER, COLUMN_DETAIL | COLUMN_SPARE, "TSC ticks", NULL},
		{"marks", COLUMN_TEXT, 0, "", NULL},
	};

	_Static_assert(COUNT(all) == METRIC_COLUMN_COUNT, "the number of columns in topic.h");
	(void)topic;
	memcpy(columns, all, sizeof(all));
}

const char *topic_metric_unit(const struct metric *metric)
{
	const char *unit;
	size_t length;

	if (strcmp(metric->unit, COUNTS_UNIT) != 0)
		return metric->unit;
	unit = keys_unit(metric->stage, &length);
	return unit != NULL ? unit : metric->unit;
}

/* The common unit; NULL if units differ. */
static const char *common_unit(const struct metric *const *metrics, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (strcmp(topic_metric_unit(metrics[i]), topic_metric_unit(metrics[0])) != 0)
			return NULL;
	}
	return count > 0 ? topic_metric_unit(metrics[0]) : NULL;
}

const struct column *topic_metric_columns(struct topic *topic, const struct metric *const *metrics,
					  size_t count, size_t *column_count, size_t *key_count)
{
	struct column others[1 + METRIC_COLUMN_COUNT] = {
		{SAMPLES, COLUMN_TEXT, COLUMN_KEY | COLUMN_DETAIL, NULL, NULL},
	};
	struct column *columns;

	topic_metric_value_columns(topic, common_unit(metrics, count), others + 1);
	columns = keys_columns(topic->tables, metrics, count, others, COUNT(others), key_count);
	++*key_count;
	*column_count = *key_count + METRIC_COLUMN_COUNT;
	return columns;
}

/* ---- Cells ---- */

static const char *marks_of(struct topic *topic, const struct metric *metric,
			    const struct metric_samples *set, bool is_cold)
{
	bool is_timing = strcmp(metric->bench->info->name, TIMING_BENCH) == 0;
	bool is_uncorrected = metric->series->info->timed != 0 && !set->summary.corrected &&
			      !is_timing;

	return tables_text(topic->tables, "%s%s%s", is_uncorrected ? "+" : "",
			   set->summary.saturated > 0 ? "<" : "",
			   !is_cold && metric->series->disturbed_count > 0 ? "!" : "");
}

void topic_metric_value_cells(struct topic *topic, struct table *table, const struct metric *metric,
			      bool is_cold)
{
	const struct metric_samples *set = is_cold ? &metric->cold : &metric->warm;
	const struct stats stats = is_cold ? metric_cold_stats(metric) : metric_stats(metric);
	const struct quantity median = quantity_of(&stats, topic_is_exact(topic));

	cell_count(table_at(table, "n"), stats.n);
	cell_number(table_at(table, "min"), stats.min);
	cell_quantity(table_at(table, "median"), &median);
	cell_number(table_at(table, "p99"), stats.p99);
	cell_number(table_at(table, "max"), stats.max);
	cell_number(table_at(table, "mean"), stats.mean);
	cell_number(table_at(table, "sigma"), stats.sigma);
	cell_number(table_at(table, "p25"), stats.p25);
	cell_number(table_at(table, "p75"), stats.p75);
	cell_string(table_at(table, "unit"), topic_metric_unit(metric));
	cell_number_if(table_at(table, "ticks"),
		       metric->is_in_ticks && topic->analysis->ns_per_tick > 0,
		       set->summary.ticks.median);
	cell_string(table_at(table, "marks"), marks_of(topic, metric, set, is_cold));
}

void topic_metric_cells(struct topic *topic, struct table *table, const struct metric *metric,
			const struct column *columns, size_t key_count, bool is_cold)
{
	keys_cells(table, columns, key_count - 1, metric);
	cell_string(table_at(table, "samples"), is_cold ? "cold" : "warm");
	topic_metric_value_cells(topic, table, metric, is_cold);
}

/* ---- Marks ---- */

static bool has_mark(const struct table *table, char mark)
{
	size_t column = table_column(table, "marks");

	for (size_t i = 0; column < table->column_count && i < table->row_count; i++) {
		const struct cell *cell = table_cell(table, i, column);

		if (cell->has_value && strchr(cell->text, mark) != NULL)
			return true;
	}
	return false;
}

void topic_explain_marks(struct table *table)
{
	static const struct {
		char mark;
		const char *meaning;
	} marks[] = {
		{MARK_UNCORRECTED, "timing overhead not subtracted"},
		{MARK_SATURATED, "some samples were below the timing overhead and count as 0"},
		{MARK_DISTURBED, "some samples were disturbed"},
	};

	for (size_t i = 0; i < COUNT(marks); i++) {
		if (has_mark(table, marks[i].mark))
			table->note = tables_text(table->of, "%s%s%c %s.", table->note,
						  table->note[0] != '\0' ? " " : "", marks[i].mark,
						  marks[i].meaning);
	}
}
