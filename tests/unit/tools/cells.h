/* SPDX-License-Identifier: MIT */
/* What is in tables, by the names of table and column. A test fails where there is none. */
#ifndef TESTS_UNIT_TOOLS_CELLS_H
#define TESTS_UNIT_TOOLS_CELLS_H

#include "tools/table/table.h"

const struct table *cells_table(const struct tables *tables, const char *name);
const struct cell *cells_at(const struct tables *tables, const char *name, size_t row,
			    const char *column);

/* Of a cell that has a value. */
double cells_number(const struct tables *tables, const char *name, size_t row, const char *column);
const char *cells_text(const struct tables *tables, const char *name, size_t row,
		       const char *column);

#endif
