/* SPDX-License-Identifier: MIT */
/* Access of renderers to cells, groups and columns. */
#include "tools/table/table.h"

#include <string.h>

const struct cell *table_cell(const struct table *table, size_t row, size_t column)
{
	static const struct cell none;
	size_t place = row * table->column_count + column;

	return place < table->cell_count ? &table->cells[place] : &none;
}

const char *table_text(const struct table *table, size_t row, size_t column)
{
	const struct cell *cell = table_cell(table, row, column);

	return cell->has_value && cell->text != NULL ? cell->text : "";
}

const char *row_remark(const struct row *row)
{
	return row != NULL && row->remark != NULL ? row->remark : "";
}

bool cell_is_same(const struct table *table, size_t column, size_t row, size_t other)
{
	const struct cell *a = table_cell(table, row, column);
	const struct cell *b = table_cell(table, other, column);

	if (!a->has_value || !b->has_value)
		return a->has_value == b->has_value;
	return table->columns[column].kind == COLUMN_TEXT ? strcmp(a->text, b->text) == 0
							  : a->count == b->count;
}

bool table_begins_group(const struct table *table, size_t row)
{
	for (size_t i = 0; row > 0 && i < table->column_count; i++) {
		if ((table->columns[i].flags & COLUMN_GROUP) != 0 &&
		    !cell_is_same(table, i, row - 1, row))
			return true;
	}
	return row == 0;
}

struct table table_group(const struct table *table, size_t first)
{
	struct table group = *table;
	size_t end = first + 1;

	while (end < table->row_count && !table_begins_group(table, end))
		end++;
	group.rows += first;
	group.row_count = end - first;
	group.cells += first * table->column_count;
	group.cell_count = group.row_count * table->column_count;
	if (end == table->row_count)
		group.cell_count = table->cell_count - first * table->column_count;
	return group;
}

size_t table_column(const struct table *table, const char *name)
{
	size_t i = 0;

	while (i < table->column_count && strcmp(table->columns[i].name, name) != 0)
		i++;
	return i;
}

bool cell_value(const struct table *table, size_t row, size_t column, double *value)
{
	const struct cell *cell = table_cell(table, row, column);

	if (column >= table->column_count || !cell->has_value)
		return false;
	switch (table->columns[column].kind) {
	case COLUMN_COUNT:
	case COLUMN_BYTES:
		*value = (double)cell->count;
		return true;
	case COLUMN_NUMBER:
	case COLUMN_SHARE:
	case COLUMN_CHANGE:
	case COLUMN_PROBABILITY:
		*value = cell->number;
		return true;
	case COLUMN_QUANTITY:
		*value = cell->quantity->value;
		return true;
	case COLUMN_TEXT:
	case COLUMN_VERDICT:
	case COLUMN_CURVE:
		break;
	}
	return false;
}

const char *cell_unit(const struct table *table, size_t row, size_t column)
{
	size_t unit = table_column(table, "unit");

	if (table->columns[column].unit != NULL)
		return table->columns[column].unit;
	if (table->columns[column].kind != COLUMN_QUANTITY || unit == table->column_count ||
	    !table_cell(table, row, unit)->has_value)
		return "";
	return table_cell(table, row, unit)->text;
}

const char *column_head(struct tables *tables, const struct column *column)
{
	char *head;

	if (column->head != NULL)
		return column->head;
	head = (char *)tables_text(tables, "%s", column->name);
	for (char *c = head; *c != '\0'; c++)
		*c = *c == '_' ? ' ' : *c;
	return head;
}

bool column_is_used(const struct table *table, size_t column)
{
	for (size_t i = 0; i < table->row_count; i++) {
		if (table_cell(table, i, column)->has_value)
			return true;
	}
	return false;
}
