/* SPDX-License-Identifier: MIT */
/* A cell as people are shown it, the same in text, on the page and in Markdown; and as programs
 * are. */
#ifndef TOOLS_VIEW_CELL_H
#define TOOLS_VIEW_CELL_H

#include <stddef.h>

#include "tools/table/table.h"

#define CELL_TEXT_MAX 256

/* Between a title and the unit of its columns. */
#define UNIT_SAID ", in "

/* The cell without its interval; "" when it has no value. The text is in the given room, or the
 * cell's own. */
const char *cell_for_people(const struct table *table, size_t row, size_t column,
			    char text[CELL_TEXT_MAX]);

/* A quantity's interval in words: "516 - 519", "-3 to 2", "exact", "n too small"; "" when that is
 * no question. */
const char *cell_interval(const struct cell *cell, char text[CELL_TEXT_MAX]);

/* The same as a part of the value, by the interval's longer side: "± 2.1 %", "exact", "± ?". */
const char *cell_spread(const struct cell *cell, char text[CELL_TEXT_MAX]);

/* The number in a cell to twelve digits, or its text as it is, for CSV. */
const char *cell_for_programs(const struct table *table, size_t row, size_t column,
			      char text[CELL_TEXT_MAX]);

/* The unit that the title ends in, if columns have it: "µs" of "Gaps, in µs". It needs not be said
 * again over each. NULL when it names none. */
const char *title_unit(const struct table *table);

/* The texts of some columns of a row, named where they are numbers: "ring 0, spin, page 4 KiB". */
const char *cells_label(const struct table *table, size_t row, const char *const *columns,
			size_t count);

/* What stands over a column: "median, ns" over figures that all have one unit, which their limits
 * then have too. */
const char *column_title(const struct table *table, size_t column);

/* Whether people see a value in the column: in a row that is no detail, unless details are shown. A
 * key of no more than detail tells rows apart that are details themselves, or is not shown at
 * all. */
bool column_shows(const struct table *table, size_t column, bool with_details);

/* Whether it is of quantities of which one has an interval, or should have one. */
bool column_has_intervals(const struct table *table, size_t column);

/* Whether a column's cells are flush right: numbers of all kinds. */
bool column_is_number(const struct column *column);

#endif
