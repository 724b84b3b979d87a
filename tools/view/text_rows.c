/* A table's rows and columns as a grid. A quantity takes two columns, its value and its interval;
 * a column of bars follows what they show. */
#include <string.h>

#include "tools/view/cell.h"
#include "tools/view/text.h"

#define INTERVAL_HEAD "95 % interval"
#define TEXT_GROUP_COLUMNS_MAX 4

/* What a column of the grid shows of one of the table. */
enum part { PART_CELL, PART_INTERVAL, PART_BAR };

struct text_rows {
	const struct text *text;
	const struct table *table;
	struct grid grid;
	size_t *places; /* by the grid's column: the table's */
	enum part *parts;
};

/* A key of no more than detail tells rows apart that are details themselves. */
static bool is_shown(const struct text *text, const struct table *table, size_t column)
{
	unsigned flags = table->columns[column].flags;

	if ((flags & (COLUMN_DATA | COLUMN_GROUP)) != 0 || !column_is_used(table, column))
		return false;
	return text->all || (flags & (COLUMN_KEY | COLUMN_DETAIL)) != (COLUMN_KEY | COLUMN_DETAIL);
}

static bool has_intervals(const struct table *table, size_t column)
{
	for (size_t i = 0; i < table->row_count; i++) {
		const struct cell *cell = table_cell(table, i, column);

		if (cell->has_value &&
		    (cell->quantity->interval != INTERVAL_NONE || cell->quantity->is_estimated))
			return true;
	}
	return false;
}

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
		.is_wrapped = part == PART_CELL && column->kind == COLUMN_TEXT,
	};
}

/* Whether the title says the unit, or the head of a quantity whose limits the column has. */
static bool text_rows_has_said(const struct table *table, size_t column)
{
	const char *unit = table->columns[column].unit, *above = title_unit(table);

	if (above != NULL && strcmp(above, unit) == 0)
		return true;
	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *other = &table->columns[i];

		if (i != column && other->kind == COLUMN_QUANTITY && other->unit != NULL &&
		    strcmp(other->unit, unit) == 0)
			return table->columns[column].kind != COLUMN_QUANTITY;
	}
	return false;
}

/* "median, ns" over figures that all have one unit. */
static const char *text_rows_head(const struct table *table, size_t column)
{
	const struct column *shape = &table->columns[column];
	const char *head = column_head(table->of, shape);

	if (shape->unit == NULL || shape->unit[0] == '\0' || shape->kind == COLUMN_BYTES ||
	    text_rows_has_said(table, column))
		return head;
	return tables_text(table->of, "%s, %s", head, shape->unit);
}

static void text_rows_choose(struct text_rows *rows)
{
	const struct table *table = rows->table;

	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *column = &table->columns[i];

		if (!is_shown(rows->text, table, i))
			continue;
		text_rows_add(rows, i, PART_CELL, text_rows_head(table, i));
		if (column->kind == COLUMN_QUANTITY && has_intervals(table, i))
			text_rows_add(rows, i, PART_INTERVAL, INTERVAL_HEAD);
		if ((column->flags & COLUMN_BAR) != 0)
			text_rows_add(rows, i, PART_BAR, "");
	}
}

/* ---- Cells ---- */

static const char *text_rows_cell(const struct text_rows *rows, size_t row, size_t number)
{
	const struct table *table = rows->table;
	size_t place = rows->places[number];
	char room[CELL_TEXT_MAX];
	const char *shown;

	if (rows->parts[number] == PART_BAR)
		return text_bar(table, row, place);
	shown = rows->parts[number] == PART_INTERVAL
			? cell_interval(table_cell(table, row, place), room)
			: cell_for_people(table, row, place, room);
	return shown == room ? tables_text(table->of, "%s", shown) : shown;
}

/* Keys that the row above has already are blank, from the left on and within a group. */
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

/* What stands over a group: all of the columns that name it and are not for programs. */
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
	rows.grid.columns = tables_allocate(table->of, most, sizeof(*rows.grid.columns));
	text_rows_choose(&rows);
	text_rows_fill(&rows);
	text_write_grid(text, &rows.grid);
}
