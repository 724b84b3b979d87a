/* SPDX-License-Identifier: MIT */
/* A pivot table has a line for each set of keys, and a column for each value of one key. Columns
 * that exceed the page's width continue in a block below. */
#include <string.h>

#include "tools/base/utf8.h"
#include "tools/view/cell.h"
#include "tools/view/text.h"

#define VALUES_MAX 512
#define ROWS_MAX 4096

struct pivot {
	const struct text *text;
	const struct table *table;
	size_t across;
	const char **heads; /* values of that column, in order of appearance */
	size_t head_count;
	size_t *keys, key_count; /* columns that name a line */
	size_t *values, value_count; /* columns shown for each head */
	const char **line_keys; /* the keys of each line, contiguous */
	size_t line_count;
	size_t *rows; /* by line and head: the row, + 1; 0: none */
	struct text_bars bars;
	bool has_bars;
};

static const char *pivot_text(const struct table *table, size_t row, size_t column)
{
	char room[CELL_TEXT_MAX];
	const char *text = cell_for_people(table, row, column, room);

	return text == room ? tables_text(table->of, "%s", text) : text;
}

static size_t pivot_head(struct pivot *pivot, const char *head)
{
	for (size_t i = 0; i < pivot->head_count; i++) {
		if (strcmp(pivot->heads[i], head) == 0)
			return i;
	}
	if (pivot->head_count == VALUES_MAX)
		return VALUES_MAX;
	pivot->heads[pivot->head_count] = head;
	return pivot->head_count++;
}

static bool pivot_is_line(const struct pivot *pivot, size_t line, const char *const *keys)
{
	for (size_t i = 0; i < pivot->key_count; i++) {
		if (strcmp(pivot->line_keys[line * pivot->key_count + i], keys[i]) != 0)
			return false;
	}
	return true;
}

/* Searches backwards, because rows of a line are mostly adjacent. */
static size_t pivot_line(struct pivot *pivot, const char *const *keys)
{
	for (size_t i = pivot->line_count; i-- > 0;) {
		if (pivot_is_line(pivot, i, keys))
			return i;
	}
	for (size_t i = 0; i < pivot->key_count; i++)
		pivot->line_keys[pivot->line_count * pivot->key_count + i] = keys[i];
	return pivot->line_count++;
}

/* Returns false if two rows have the same place, or there are too many columns. */
static bool pivot_fill(struct pivot *pivot)
{
	const struct table *table = pivot->table;
	const char **keys = tables_allocate(table->of, table->column_count, sizeof(*keys));

	for (size_t i = 0; i < table->row_count; i++) {
		size_t head, line;

		if (table->rows[i].is_detail)
			continue;
		head = pivot_head(pivot, pivot_text(table, i, pivot->across));
		for (size_t j = 0; j < pivot->key_count; j++)
			keys[j] = pivot_text(table, i, pivot->keys[j]);
		line = pivot_line(pivot, keys);
		if (head == VALUES_MAX || pivot->rows[line * VALUES_MAX + head] != 0)
			return false;
		pivot->rows[line * VALUES_MAX + head] = i + 1;
	}
	return true;
}

/* ---- Conversion to a grid ---- */

/* "read", or "pages of 4 KiB" if the value needs its column's name. */
static const char *pivot_head_name(const struct pivot *pivot, size_t head)
{
	const struct column *across = &pivot->table->columns[pivot->across];

	if (!column_is_number(across))
		return pivot->heads[head];
	return tables_text(pivot->table->of, "%s %s", column_head(pivot->table->of, across),
			   pivot->heads[head]);
}

/* Blank if the combination was not measured. */
static const char *pivot_cell(const struct pivot *pivot, size_t line, size_t head, size_t value)
{
	size_t row = pivot->rows[line * VALUES_MAX + head];

	return row == 0 ? "" : pivot_text(pivot->table, row - 1, pivot->values[value]);
}

/* A single value per head has no name of its own. Several values have names below their head. */
static void pivot_name_column(const struct pivot *pivot, size_t head, size_t value,
			      struct grid_column *column)
{
	const char *name = pivot_head_name(pivot, head);

	if (pivot->value_count == 1) {
		column->head = name;
		return;
	}
	column->head = column_head(pivot->table->of, &pivot->table->columns[pivot->values[value]]);
	if (value + 1 == pivot->value_count)
		column->group = name;
}

static void pivot_write_block(const struct pivot *pivot, size_t first, size_t count)
{
	struct tables *of = pivot->table->of;
	size_t columns = pivot->key_count + count * pivot->value_count + 1;
	struct grid grid = {.table = pivot->table,
			    .column_count = columns,
			    .row_count = pivot->line_count};

	grid.columns = tables_allocate(of, columns, sizeof(*grid.columns));
	grid.cells = tables_allocate(of, columns * pivot->line_count, sizeof(*grid.cells));
	grid.rows = tables_allocate(of, pivot->line_count, sizeof(*grid.rows));
	for (size_t i = 0; i < pivot->key_count; i++)
		grid.columns[i] = (struct grid_column){
			.is_left = true,
			.head = column_head(of, &pivot->table->columns[pivot->keys[i]]),
		};
	for (size_t i = 0; i < count * pivot->value_count; i++)
		pivot_name_column(pivot, first + i / pivot->value_count, i % pivot->value_count,
				  &grid.columns[pivot->key_count + i]);
	grid.columns[columns - 1] = (struct grid_column){.is_left = true, .is_optional = true};
	for (size_t line = 0; line < pivot->line_count; line++) {
		const char **cells = &grid.cells[line * columns];
		size_t at = pivot->rows[line * VALUES_MAX + first];

		for (size_t i = 0; i < pivot->key_count; i++)
			*cells++ = pivot->line_keys[line * pivot->key_count + i];
		for (size_t head = first; head < first + count; head++) {
			for (size_t value = 0; value < pivot->value_count; value++)
				*cells++ = pivot_cell(pivot, line, head, value);
		}
		*cells = at > 0 && pivot->has_bars ? text_bar(&pivot->bars, at - 1) : "";
	}
	text_write_grid(pivot->text, &grid);
}

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

/* The width of one head's columns. */
static size_t pivot_head_width(const struct pivot *pivot, size_t head)
{
	size_t sum = 0;

	for (size_t value = 0; value < pivot->value_count; value++) {
		struct grid_column column = {0};
		size_t widest;

		pivot_name_column(pivot, head, value, &column);
		widest = utf8_length(column.head);
		for (size_t line = 0; line < pivot->line_count; line++)
			widest = larger(widest, utf8_length(pivot_cell(pivot, line, head, value)));
		sum += widest + 2;
	}
	return sum;
}

static size_t pivot_keys_width(const struct pivot *pivot)
{
	size_t sum = GRID_MARGIN;

	for (size_t i = 0; i < pivot->key_count; i++) {
		const struct column *column = &pivot->table->columns[pivot->keys[i]];
		size_t widest = utf8_length(column_head(pivot->table->of, column));

		for (size_t line = 0; line < pivot->line_count; line++)
			widest = larger(widest,
					utf8_length(pivot->line_keys[line * pivot->key_count + i]));
		sum += widest + 2;
	}
	return sum;
}

/* Write as many heads per block as fit in a line, at least one. */
static void pivot_write(const struct pivot *pivot)
{
	size_t keys = pivot_keys_width(pivot), first = 0;

	while (first < pivot->head_count) {
		size_t width = keys, count = 0;

		while (first + count < pivot->head_count) {
			width += pivot_head_width(pivot, first + count);
			if (count > 0 && width > text_columns(pivot->text) + 2)
				break;
			count++;
		}
		pivot_write_block(pivot, first, count);
		first += count;
	}
}

bool text_write_pivot(const struct text *text, const struct table *table, size_t across)
{
	struct pivot pivot = {.text = text, .table = table, .across = across};
	struct tables *of = table->of;

	pivot.heads = tables_allocate(of, VALUES_MAX, sizeof(*pivot.heads));
	pivot.keys = tables_allocate(of, table->column_count, sizeof(*pivot.keys));
	pivot.values = tables_allocate(of, table->column_count, sizeof(*pivot.values));
	for (size_t i = 0; i < table->column_count; i++) {
		unsigned flags = table->columns[i].flags;

		if (i == pivot.across || (flags & (COLUMN_DATA | COLUMN_DETAIL)) != 0 ||
		    !column_is_used(table, i))
			continue;
		if ((flags & COLUMN_KEY) != 0)
			pivot.keys[pivot.key_count++] = i;
		else
			pivot.values[pivot.value_count++] = i;
	}
	if (pivot.value_count == 0 || table->row_count > ROWS_MAX)
		return false;
	pivot.line_keys = tables_allocate(of, table->row_count * (pivot.key_count + 1),
					  sizeof(*pivot.line_keys));
	pivot.rows = tables_allocate(of, table->row_count * VALUES_MAX, sizeof(*pivot.rows));
	if (!pivot_fill(&pivot))
		return false;
	/* Bars for the first head's values, if their column has bars. */
	for (size_t i = 0; i < pivot.value_count && !pivot.has_bars; i++) {
		if ((pivot.table->columns[pivot.values[i]].flags & COLUMN_BAR) == 0)
			continue;
		pivot.bars = text_bars_of(pivot.table, pivot.values[i]);
		pivot.has_bars = true;
	}
	pivot_write(&pivot);
	return true;
}
