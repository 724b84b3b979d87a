/* SPDX-License-Identifier: MIT */
/* Contents of tables, found by the names of table and column. The test fails if there is no such
 * table or column. */
#ifndef TESTS_UNIT_TOOLS_CELLS_H
#define TESTS_UNIT_TOOLS_CELLS_H

#include "tools/table/table.h"

const struct table *cells_table(const struct tables *tables, const char *name);
const struct cell *cells_at(const struct tables *tables, const char *name, size_t row,
			    const char *column);

/* The cell must have a value. */
double cells_number(const struct tables *tables, const char *name, size_t row, const char *column);
const char *cells_text(const struct tables *tables, const char *name, size_t row,
		       const char *column);

#endif
