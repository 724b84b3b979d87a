/* SPDX-License-Identifier: MIT */
/* Contents of tables, found by the names of table and column. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/cells.h"

const struct table *cells_table(const struct tables *tables, const char *name)
{
	const struct table *table = tables_find(tables, name);

	if (table == NULL)
		fail_msg("no table %s", name);
	return table;
}

const struct cell *cells_at(const struct tables *tables, const char *name, size_t row,
			    const char *column)
{
	const struct table *table = cells_table(tables, name);

	assert_true(row < table->row_count);
	return table_cell(table, row, table_column(table, column));
}

double cells_number(const struct tables *tables, const char *name, size_t row, const char *column)
{
	const struct table *table = cells_table(tables, name);
	double value = 0;

	assert_true(row < table->row_count);
	assert_true(cell_value(table, row, table_column(table, column), &value));
	return value;
}

const char *cells_text(const struct tables *tables, const char *name, size_t row,
		       const char *column)
{
	const struct cell *cell = cells_at(tables, name, row, column);

	assert_true(cell->has_value);
	return cell->text;
}
