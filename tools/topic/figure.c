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

void figure_value_columns(struct topic *topic, const char *unit,
			  struct column columns[FIGURE_COLUMN_COUNT])
{
	const struct column all[FIGURE_COLUMN_COUNT] = {
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"min", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"median", COLUMN_QUANTITY, 0, NULL, unit},
		{"p99", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"max", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"mean", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"sigma", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"p25", COLUMN_NUMBER, COLUMN_DATA, NULL, unit},
		{"p75", COLUMN_NUMBER, COLUMN_DATA, NULL, unit},
		{"unit", COLUMN_TEXT, unit != NULL ? COLUMN_DATA : 0, NULL, NULL},
		{"ticks", COLUMN_NUMBER, COLUMN_DETAIL, "TSC ticks", NULL},
		{"marks", COLUMN_TEXT, 0, "", NULL},
	};

	(void)topic;
	memcpy(columns, all, sizeof(all));
}

const char *figure_unit(const struct figure *figure)
{
	const char *said;
	size_t length;

	if (strcmp(figure->unit, COUNTS_UNIT) != 0)
		return figure->unit;
	said = keys_unit(figure->stage, &length);
	return said != NULL ? said : figure->unit;
}

/* The common unit; NULL if units differ. */
static const char *common_unit(const struct figure *const *figures, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (strcmp(figure_unit(figures[i]), figure_unit(figures[0])) != 0)
			return NULL;
	}
	return count > 0 ? figure_unit(figures[0]) : NULL;
}

const struct column *figure_columns(struct topic *topic, const struct figure *const *figures,
				    size_t count, size_t *column_count, size_t *key_count)
{
	struct column others[1 + FIGURE_COLUMN_COUNT] = {
		{SAMPLES, COLUMN_TEXT, COLUMN_KEY | COLUMN_DETAIL, NULL, NULL},
	};
	struct column *columns;

	figure_value_columns(topic, common_unit(figures, count), others + 1);
	columns = keys_columns(topic->tables, figures, count, others, COUNT(others), key_count);
	++*key_count;
	*column_count = *key_count + FIGURE_COLUMN_COUNT;
	return columns;
}

/* ---- Cells ---- */

static const char *marks_of(struct topic *topic, const struct figure *figure,
			    const struct figure_set *set, bool is_cold)
{
	bool is_timing = strcmp(figure->bench->info->name, TIMING_BENCH) == 0;
	bool is_uncorrected = figure->series->info->timed != 0 && !set->summary.corrected &&
			      !is_timing;

	return tables_text(topic->tables, "%s%s%s", is_uncorrected ? "+" : "",
			   set->summary.saturated > 0 ? "<" : "",
			   !is_cold && figure->series->disturbed_count > 0 ? "!" : "");
}

void figure_value_cells(struct topic *topic, struct table *table, const struct figure *figure,
			bool is_cold)
{
	const struct figure_set *set = is_cold ? &figure->cold : &figure->warm;
	const struct stats stats = is_cold ? figure_cold_stats(figure) : figure_stats(figure);
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
	cell_string(table_at(table, "unit"), figure_unit(figure));
	cell_number_if(table_at(table, "ticks"),
		       figure->is_in_ticks && topic->analysis->ns_per_tick > 0,
		       set->summary.ticks.median);
	cell_string(table_at(table, "marks"), marks_of(topic, figure, set, is_cold));
}

void figure_cells(struct topic *topic, struct table *table, const struct figure *figure,
		  const struct column *columns, size_t key_count, bool is_cold)
{
	keys_cells(table, columns, key_count - 1, figure);
	cell_string(table_at(table, "samples"), is_cold ? "cold" : "warm");
	figure_value_cells(topic, table, figure, is_cold);
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

void figure_explain_marks(struct table *table)
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
