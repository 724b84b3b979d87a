/* SPDX-License-Identifier: MIT */
/* Merges several tables into one, whose first column is the run. */
#include <inttypes.h>
#include <string.h>

#include "tools/topic/runs/side_by_side.h"

/* The heading for tables of the head of a run's page. */
#define HEAD_SECTION "Known answers"
#define BARS_NOTE "Bars: the interquartile range of the samples."

/* ---- Columns ---- */

static bool has_column(const struct column *columns, size_t count, const char *name)
{
	size_t i = 0;

	while (i < count && strcmp(columns[i].name, name) != 0)
		i++;
	return i < count;
}

/* The run, then the union of all columns, each from the first table that has it. */
static struct column *parts_columns(const struct side_by_side_parts *parts, size_t *count)
{
	struct tables *tables = parts->page->tables;
	size_t most = 1;
	struct column *columns;

	for (size_t i = 0; i < parts->page->count; i++)
		most += parts->items[i] != NULL ? parts->items[i]->column_count : 0;
	columns = tables_allocate(tables, most, sizeof(*columns));
	columns[0] = (struct column){SIDE_BY_SIDE_RUN_COLUMN, COLUMN_TEXT, COLUMN_KEY, NULL, NULL};
	*count = 1;
	for (size_t i = 0; i < parts->page->count; i++) {
		const struct table *table = parts->items[i];

		for (size_t j = 0; table != NULL && j < table->column_count; j++) {
			if (!has_column(columns, *count, table->columns[j].name))
				columns[(*count)++] = table->columns[j];
		}
	}
	return columns;
}

/* ---- Rows ---- */

/* A row's text in the columns with a flag. */
static const char *row_key(struct tables *tables, const struct table *table, size_t row,
			   unsigned flag)
{
	const char *key = "";

	for (size_t i = 0; i < table->column_count; i++) {
		const struct cell *cell = table_cell(table, row, i);
		const struct column *column = &table->columns[i];

		if ((column->flags & flag) == 0 || !cell->has_value)
			continue;
		if (column->kind == COLUMN_TEXT)
			key = tables_text(tables, "%s%s=%s ", key, column->name, cell->text);
		else if (column->kind == COLUMN_NUMBER)
			key = tables_text(tables, "%s%s=%.17g ", key, column->name, cell->number);
		else
			key = tables_text(tables, "%s%s=%" PRIu64 " ", key, column->name,
					  cell->count);
	}
	return key;
}

/* The source of a row of the merged table. */
struct origin {
	size_t run, row;
};

/* All rows of all parts, run by run: the points of a curve keep their order. */
static struct origin *parts_origins(const struct side_by_side_parts *parts, size_t *count)
{
	struct origin *origins;
	size_t all = 0;

	for (size_t i = 0; i < parts->page->count; i++)
		all += parts->items[i] != NULL ? parts->items[i]->row_count : 0;
	origins = tables_allocate(parts->page->tables, all, sizeof(*origins));
	*count = 0;
	for (size_t i = 0; i < parts->page->count; i++) {
		for (size_t j = 0; parts->items[i] != NULL && j < parts->items[i]->row_count; j++)
			origins[(*count)++] = (struct origin){i, j};
	}
	return origins;
}

/* Sort rows with the same text in the columns with a flag together, at the place of the first of
 * them. */
static void origins_gather(const struct side_by_side_parts *parts, struct origin *origins,
			   size_t count,
			   unsigned flag)
{
	struct tables *tables = parts->page->tables;
	struct origin *gathered = tables_allocate(tables, count, sizeof(*gathered));
	struct name_index index = {0};
	size_t done = 0;

	for (size_t i = 0; i < count; i++) {
		const struct origin *from = &origins[i];
		const char *key = row_key(tables, parts->items[from->run], from->row, flag);

		name_index_add(&index, &(struct metric_name){key, "", ""});
	}
	for (size_t i = 0; i < count; i++) {
		if (name_index_find(&index, &index.entries[i].name) != i)
			continue;
		for (size_t j = i; j != NAME_NOT_FOUND; j = name_index_next(&index, j))
			gathered[done++] = origins[j];
	}
	memcpy(origins, gathered, count * sizeof(*origins));
	name_index_free(&index);
}

/* Curves follow each other; rows of the same name are contiguous; groups are separate. */
static void merged_add_rows(const struct side_by_side_parts *parts, struct table *merged)
{
	size_t count;
	struct origin *origins = parts_origins(parts, &count);

	if (merged->chart.kind != CHART_CURVES)
		origins_gather(parts, origins, count, COLUMN_KEY);
	origins_gather(parts, origins, count, COLUMN_GROUP);
	for (size_t i = 0; i < count; i++) {
		size_t run = origins[i].run, row = origins[i].row;
		const struct table *table = parts->items[run];

		*table_row(merged) = table->rows[row];
		cell_string(table_at(merged, "run"), parts->page->runs[run].label);
		for (size_t j = 1; j < merged->column_count; j++) {
			size_t place = table_column(table, merged->columns[j].name);

			if (place < table->column_count)
				cell_copy(merged, table_cell(table, row, place));
			else
				cell_none(merged);
		}
	}
}

/* ---- Chart ---- */

static bool has_same_marks(const struct chart *a, const struct chart *b)
{
	bool same = a->mark_count == b->mark_count;

	for (size_t i = 0; same && i < a->mark_count; i++)
		same = a->marks[i].x == b->marks[i].x &&
		       strcmp(a->marks[i].name, b->marks[i].name) == 0;
	return same;
}

/* Overlays are kept only if they are the same for all runs. */
static void merged_draw(const struct side_by_side_parts *parts, struct table *merged)
{
	struct chart *chart = &merged->chart;
	size_t names = 0;

	*chart = parts->items[parts->first]->chart;
	chart->layers = NULL;
	chart->layer_count = 0;
	chart->note = NULL;
	for (size_t i = parts->first; i < parts->page->count; i++) {
		if (parts->items[i] != NULL && !has_same_marks(chart, &parts->items[i]->chart))
			chart->mark_count = 0;
	}
	while (names < CHART_NAMES_MAX - 1 && chart->names[names] != NULL)
		names++;
	if (chart->kind == CHART_CURVES) {
		memmove(chart->names + 1, chart->names, names * sizeof(chart->names[0]));
		chart->names[0] = chart->colour = SIDE_BY_SIDE_RUN_COLUMN;
	} else if (chart->kind == CHART_DOTS) {
		chart->lane = SIDE_BY_SIDE_RUN_COLUMN;
	} else {
		chart->names[names] = SIDE_BY_SIDE_RUN_COLUMN;
	}
}

/* ---- Table ---- */

static const char *parts_labels(const struct side_by_side_parts *parts)
{
	const char *list = "";

	for (size_t i = 0; i < parts->page->count; i++) {
		if (parts->items[i] != NULL)
			list = tables_join(parts->page->tables, list, ", ",
					   parts->page->runs[i].label);
	}
	return list;
}

/* The notes of all parts, without duplicates. */
static const char *parts_note(const struct side_by_side_parts *parts)
{
	struct tables *tables = parts->page->tables;
	const struct chart *chart = &parts->items[parts->first]->chart;
	const char *note = parts->items[parts->first]->note;

	for (size_t i = parts->first + 1; i < parts->page->count; i++) {
		const struct table *table = parts->items[i];

		if (table != NULL && strstr(note, table->note) == NULL)
			note = tables_text(tables, "%s%s%s: %s", note, note[0] != '\0' ? " " : "",
					   parts->page->runs[i].label, table->note);
	}
	if (chart->kind == CHART_DOTS && chart->low != NULL && chart->low_to_high == NULL)
		note = tables_text(tables, "%s%s" BARS_NOTE, note, note[0] != '\0' ? " " : "");
	return note;
}

static struct table *parts_begin(const struct side_by_side_parts *parts,
				 const struct column *columns,
				 size_t column_count)
{
	const struct table *first = parts->items[parts->first];
	struct tables *tables = parts->page->tables;
	const char *title = first->title;
	struct table *merged;

	/* keep a unit at the end of the title */
	if (parts->count < parts->page->count)
		title = tables_text(tables, "%s: %s", parts_labels(parts), title);
	merged = table_begin(tables, first->section[0] != '\0' ? first->section : HEAD_SECTION,
			     first->name, title, columns, column_count);
	merged->of_all = first->name;
	merged->flags = first->flags;
	merged->interval_name = first->interval_name;
	merged->caution = first->caution;
	return merged;
}

/* A copy, with the run in its title. */
static void parts_copy(const struct side_by_side_parts *parts)
{
	const struct table *table = parts->items[parts->first];
	struct table *copy = parts_begin(parts, table->columns, table->column_count);
	struct tables *of = copy->of;
	const char *name = copy->name, *title = copy->title, *section = copy->section;
	const char *of_all = copy->of_all;

	*copy = *table;
	copy->of = of;
	copy->section = section;
	copy->name = name;
	copy->of_all = of_all;
	copy->title = title;
}

static void parts_merge(const struct side_by_side_parts *parts)
{
	size_t column_count;
	const struct column *columns = parts_columns(parts, &column_count);
	struct table *merged = parts_begin(parts, columns, column_count);

	merged->note = parts_note(parts);
	if (parts->items[parts->first]->chart.kind != CHART_NONE)
		merged_draw(parts, merged);
	merged_add_rows(parts, merged);
}

void side_by_side_lay(const struct side_by_side_parts *parts)
{
	if (parts->count == 1)
		parts_copy(parts);
	else
		parts_merge(parts);
}
