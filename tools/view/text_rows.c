/* SPDX-License-Identifier: MIT */
/* A table's rows and columns as a grid. A quantity has two columns, value and interval. A column of
 * bars follows its values. */
#include <string.h>

#include "tools/view/cell.h"
#include "tools/view/text.h"

#define TEXT_GROUP_COLUMNS_MAX 4
#define PART_INDENT "  " /* before the name of a row that is part of another row */

/* The part of a cell that a grid column shows. */
enum part { PART_CELL, PART_INTERVAL, PART_SPREAD, PART_BAR };

struct text_rows {
	const struct text *text;
	const struct table *table;
	struct grid grid;
	size_t *places; /* by grid column: the table's column */
	enum part *parts;
	struct text_bars *bars; /* of each PART_BAR column */
};

static void text_rows_add(struct text_rows *rows, size_t place, enum part part, const char *head)
{
	const struct column *column = &rows->table->columns[place];
	size_t number = rows->grid.column_count++;

	rows->places[number] = place;
	rows->parts[number] = part;
	rows->grid.columns[number] = (struct grid_column){
		.head = head,
		.is_left = part == PART_BAR || (part == PART_CELL && !column_is_number(column)),
		.is_optional = (column->flags & COLUMN_DETAIL) != 0 || part == PART_BAR,
		.is_interval = part == PART_INTERVAL || part == PART_SPREAD,
		.is_implied = part == PART_CELL && (column->flags & COLUMN_IMPLIED) != 0,
		.is_wrapped = part == PART_CELL && column->kind == COLUMN_TEXT,
	};
}

static void text_rows_choose(struct text_rows *rows)
{
	const struct table *table = rows->table;

	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *column = &table->columns[i];

		if ((column->flags & COLUMN_GROUP) != 0 ||
		    !column_shows(table, i, rows->text->all))
			continue;
		text_rows_add(rows, i, PART_CELL, column_title(table, i));
		if (column_has_intervals(table, i)) {
			if ((rows->table->columns[i].flags & COLUMN_SPREAD) != 0)
				text_rows_add(rows, i, PART_SPREAD, "");
			else
				text_rows_add(rows, i, PART_INTERVAL, rows->table->interval_name);
		}
		if ((column->flags & COLUMN_BAR) != 0)
			text_rows_add(rows, i, PART_BAR, "");
	}
}

/* ---- Cells ---- */

static const char *text_rows_cell(const struct text_rows *rows, size_t row, size_t number)
{
	const struct table *table = rows->table;
	size_t place = rows->places[number];
	const struct cell *cell = table_cell(table, row, place);
	char room[CELL_TEXT_MAX];
	const char *shown = room;

	switch (rows->parts[number]) {
	case PART_BAR:
		return text_bar(&rows->bars[number], row);
	case PART_INTERVAL:
		shown = cell_interval(cell, room);
		break;
	case PART_SPREAD:
		shown = cell_spread(cell, room);
		break;
	case PART_CELL:
		shown = cell_for_people(table, row, place, room);
		break;
	}
	if (table->rows[row].is_part && number == 0)
		return tables_text(table->of, PART_INDENT "%s", shown);
	return shown == room ? tables_text(table->of, "%s", shown) : shown;
}

/* Blank keys that equal those of the row above, from the left, within a group. */
static void text_rows_blank_repeated(struct text_rows *rows, size_t row, const char **above)
{
	const struct grid *grid = &rows->grid;
	const char **cells = &grid->cells[row * grid->column_count];
	bool repeats = row > 0 && grid->lines[row] == NULL;

	for (size_t i = 0; i < grid->column_count; i++) {
		const char *cell = cells[i];

		if ((rows->table->columns[rows->places[i]].flags & COLUMN_KEY) == 0)
			return;
		repeats = repeats && above[i] != NULL && strcmp(above[i], cell) == 0;
		above[i] = cell;
		if (repeats && i + 1 < grid->column_count &&
		    (rows->table->columns[rows->places[i + 1]].flags & COLUMN_KEY) != 0)
			cells[i] = "";
	}
}

/* The heading of a group: all columns that name it. Columns for programs are left out. */
static const char *text_rows_group(const struct table *table, size_t row)
{
	const char *names[TEXT_GROUP_COLUMNS_MAX + 1] = {NULL};
	size_t count = 0;

	for (size_t i = 0; i < table->column_count && count < TEXT_GROUP_COLUMNS_MAX; i++) {
		if ((table->columns[i].flags & (COLUMN_GROUP | COLUMN_DATA)) == COLUMN_GROUP)
			names[count++] = table->columns[i].name;
	}
	return count > 0 ? cells_label(table, row, names, count) : NULL;
}

static void text_rows_fill(struct text_rows *rows)
{
	const struct table *table = rows->table;
	struct grid *grid = &rows->grid;
	const char **above = tables_allocate(table->of, grid->column_count, sizeof(*above));

	grid->cells = tables_allocate(table->of, table->row_count * grid->column_count,
				      sizeof(*grid->cells));
	grid->rows = tables_allocate(table->of, table->row_count, sizeof(*grid->rows));
	grid->lines = tables_allocate(table->of, table->row_count, sizeof(*grid->lines));
	for (size_t i = 0; i < grid->column_count; i++) {
		if (rows->parts[i] == PART_BAR)
			rows->bars[i] = text_bars_of(table, rows->places[i]);
	}
	for (size_t i = 0; i < table->row_count; i++) {
		if (table_begins_group(table, i))
			grid->lines[grid->row_count] = text_rows_group(table, i);
		if (!rows->text->all && table->rows[i].is_detail)
			continue;
		for (size_t j = 0; j < grid->column_count; j++)
			grid->cells[grid->row_count * grid->column_count + j] =
				text_rows_cell(rows, i, j);
		text_rows_blank_repeated(rows, grid->row_count, above);
		grid->rows[grid->row_count++] = &table->rows[i];
	}
}

void text_write_rows(const struct text *text, const struct table *table)
{
	struct text_rows rows = {.text = text, .table = table, .grid.table = table};
	size_t most = 3 * table->column_count;

	rows.places = tables_allocate(table->of, most, sizeof(*rows.places));
	rows.parts = tables_allocate(table->of, most, sizeof(*rows.parts));
	rows.bars = tables_allocate(table->of, most, sizeof(*rows.bars));
	rows.grid.columns = tables_allocate(table->of, most, sizeof(*rows.grid.columns));
	text_rows_choose(&rows);
	text_rows_fill(&rows);
	text_write_grid(text, &rows.grid);
}
