/* A table turned: a line for each set of keys, and a column for each value of one of them. What is
 * too wide for a page goes on in a block below. */
#include <string.h>

#include "tools/base/utf8.h"
#include "tools/view/cell.h"
#include "tools/view/text.h"

#define VALUES_MAX 512

struct pivot {
	const struct text *text;
	const struct table *table;
	size_t across;
	const char **heads; /* the values of that column, in the order they come */
	size_t head_count;
	size_t *keys, key_count; /* columns that name a line */
	size_t *values, value_count; /* columns that are shown under each head */
	const char **line_keys; /* of each line, one after the other */
	size_t line_count;
	size_t *rows; /* by line and head: the row there, + 1; 0: none */
};

static const char *pivot_text(const struct table *table, size_t row, size_t column)
{
	char room[CELL_TEXT_MAX];
	const char *text = cell_for_people(table, row, column, room);

	return text == room ? tables_text(table->of, "%s", text) : text;
}

static void pivot_sort_columns(struct pivot *pivot)
{
	const struct table *table = pivot->table;

	for (size_t i = 0; i < table->column_count; i++) {
		unsigned flags = table->columns[i].flags;

		if (i == pivot->across || (flags & (COLUMN_DATA | COLUMN_DETAIL)) != 0 ||
		    !column_is_used(table, i))
			continue;
		if ((flags & COLUMN_KEY) != 0)
			pivot->keys[pivot->key_count++] = i;
		else
			pivot->values[pivot->value_count++] = i;
	}
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

/* Rows of a line mostly follow one another, so the search goes back from the last one. */
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

/* Returns false when two rows have one place, or there are too many columns. */
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

/* ---- As a grid ---- */

/* "read", or "4 KiB pages, ns" where more than one value is shown under it. */
static const char *pivot_head_text(const struct pivot *pivot, size_t head, size_t value)
{
	const struct column *across = &pivot->table->columns[pivot->across];
	const struct column *column = &pivot->table->columns[pivot->values[value]];
	const char *text = pivot->heads[head];

	if (column_is_number(across))
		text = tables_text(pivot->table->of, "%s %s", column_head(pivot->table->of, across),
				   text);
	if (pivot->value_count == 1)
		return text;
	return tables_text(pivot->table->of, "%s%s%s", value == 0 ? text : "",
			   value == 0 ? ", " : "", column_head(pivot->table->of, column));
}

/* A cell that was measured nowhere on its line is blank, one that is missing a dash. */
static const char *pivot_cell(const struct pivot *pivot, size_t line, size_t head, size_t value)
{
	size_t row = pivot->rows[line * VALUES_MAX + head];

	return row == 0 ? "" : pivot_text(pivot->table, row - 1, pivot->values[value]);
}

static void pivot_write_block(const struct pivot *pivot, size_t first, size_t count)
{
	struct tables *of = pivot->table->of;
	size_t columns = pivot->key_count + count * pivot->value_count;
	struct grid grid = {.table = pivot->table,
			    .column_count = columns,
			    .row_count = pivot->line_count};

	grid.columns = tables_allocate(of, columns, sizeof(*grid.columns));
	grid.cells = tables_allocate(of, columns * pivot->line_count, sizeof(*grid.cells));
	grid.rows = tables_allocate(of, pivot->line_count, sizeof(*grid.rows));
	for (size_t i = 0; i < columns; i++) {
		bool is_key = i < pivot->key_count;
		size_t place = is_key ? 0 : i - pivot->key_count;
		size_t head = first + place / pivot->value_count;

		grid.columns[i] = (struct grid_column){
			.is_left = is_key,
			.head = is_key ? column_head(of, &pivot->table->columns[pivot->keys[i]])
				       : pivot_head_text(pivot, head, place % pivot->value_count),
		};
		for (size_t line = 0; line < pivot->line_count; line++)
			grid.cells[line * columns + i] =
				is_key ? pivot->line_keys[line * pivot->key_count + i]
				       : pivot_cell(pivot, line, head, place % pivot->value_count);
	}
	text_write_grid(pivot->text, &grid);
}

/* The widest head or cell that is to be. */
static size_t pivot_widest(const struct pivot *pivot)
{
	size_t widest = 0;

	for (size_t head = 0; head < pivot->head_count; head++) {
		for (size_t value = 0; value < pivot->value_count; value++) {
			size_t width = utf8_length(pivot_head_text(pivot, head, value));

			widest = width > widest ? width : widest;
			for (size_t line = 0; line < pivot->line_count; line++) {
				width = utf8_length(pivot_cell(pivot, line, head, value));
				widest = width > widest ? width : widest;
			}
		}
	}
	return widest;
}

static size_t pivot_keys_width(const struct pivot *pivot)
{
	size_t sum = GRID_MARGIN;

	for (size_t i = 0; i < pivot->key_count; i++) {
		const struct column *column = &pivot->table->columns[pivot->keys[i]];
		size_t widest = utf8_length(column_head(pivot->table->of, column));

		for (size_t line = 0; line < pivot->line_count; line++) {
			size_t width = utf8_length(pivot->line_keys[line * pivot->key_count + i]);

			widest = width > widest ? width : widest;
		}
		sum += widest + 2;
	}
	return sum;
}

static void pivot_write(const struct pivot *pivot)
{
	size_t keys = pivot_keys_width(pivot);
	size_t each = (pivot_widest(pivot) + 2) * pivot->value_count;
	size_t room = keys < TEXT_COLUMNS ? TEXT_COLUMNS - keys : 0, fit = room / each;

	if (fit == 0)
		fit = 1;
	for (size_t first = 0; first < pivot->head_count; first += fit) {
		size_t left = pivot->head_count - first;

		pivot_write_block(pivot, first, left < fit ? left : fit);
	}
}

bool text_write_pivot(const struct text *text, const struct table *table, size_t across)
{
	struct pivot pivot = {.text = text, .table = table, .across = across};
	struct tables *of = table->of;

	pivot.heads = tables_allocate(of, VALUES_MAX, sizeof(*pivot.heads));
	pivot.keys = tables_allocate(of, table->column_count, sizeof(*pivot.keys));
	pivot.values = tables_allocate(of, table->column_count, sizeof(*pivot.values));
	pivot_sort_columns(&pivot);
	if (pivot.value_count == 0 || table->row_count > VALUES_MAX * VALUES_MAX / 16)
		return false;
	pivot.line_keys = tables_allocate(of, table->row_count * (pivot.key_count + 1),
					  sizeof(*pivot.line_keys));
	pivot.rows = tables_allocate(of, table->row_count * VALUES_MAX, sizeof(*pivot.rows));
	if (!pivot_fill(&pivot))
		return false;
	pivot_write(&pivot);
	return true;
}
