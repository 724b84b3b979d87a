/* SPDX-License-Identifier: MIT */
/* Contents of a cell: for users, equal in text, page and Markdown; and for programs. */
#ifndef TOOLS_VIEW_CELL_H
#define TOOLS_VIEW_CELL_H

#include <stddef.h>

#include "tools/table/table.h"

#define CELL_TEXT_MAX 256

/* Separates a title from the unit of its columns. */
#define UNIT_SEPARATOR ", in "

/* The cell without its interval; "" if it has no value. Returns either text or the cell's own
 * string. */
const char *cell_for_people(const struct table *table, size_t row, size_t column,
			    char text[CELL_TEXT_MAX]);

/* A quantity's interval: "516 - 519", "-3 to 2", "exact", "n too small"; "" if the cell has no
 * interval. */
const char *cell_interval(const struct cell *cell, char text[CELL_TEXT_MAX]);

/* The interval relative to the value, by its longer side, or by both if they differ much:
 * "± 2.1 %", "-12.8 to +251.6 %", "exact", "± ?". */
const char *cell_spread(const struct cell *cell, char text[CELL_TEXT_MAX]);

/* The cell's number with twelve digits, or its text unchanged, for CSV. */
const char *cell_for_programs(const struct table *table, size_t row, size_t column,
			      char text[CELL_TEXT_MAX]);

/* The unit at the end of the title, if columns have it: "µs" of "Gaps, in µs". Column heads then
 * omit it. NULL if the title has no unit. */
const char *title_unit(const struct table *table);

/* Text of a row's columns, with column names before numbers: "ring 0, spin, page 4 KiB". */
const char *cells_label(const struct table *table, size_t row, const char *const *columns,
			size_t count);

/* The head of a column: "median, ns" if all its values have one unit. Heads of its limits then omit
 * the unit. */
const char *column_title(const struct table *table, size_t column);

/* Whether text and page show the column: it must have a value in a shown row. Detail rows are shown
 * only with_details. A key with COLUMN_DETAIL is shown only with_details, and only if it differs
 * between rows. */
bool column_shows(const struct table *table, size_t column, bool with_details);

/* Whether a column holds quantities, and any of them has an interval or too few samples for one. */
bool column_has_intervals(const struct table *table, size_t column);

/* Whether a column's cells are right-aligned: numbers of all kinds. */
bool column_is_number(const struct column *column);

#endif
