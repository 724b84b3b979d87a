/* SPDX-License-Identifier: MIT */
/* What the cells of a table say of each other, whatever its topic: quantiles rise, an interval
 * contains its value, a change is the one from base to new, two units of one time differ by a
 * factor. A table that contradicts itself is an error of this program. */
#ifndef TOOLS_TABLE_CONTRADICTION_H
#define TOOLS_TABLE_CONTRADICTION_H

#include <stdbool.h>

#include "tools/table/table.h"

#define CONTRADICTION_TEXT_MAX 256

/* Whether cells of a table contradict each other. Sets the text: table, row and both columns. */
bool table_contradicts(const struct table *table, char text[CONTRADICTION_TEXT_MAX]);

/* Before any view of the tables: end the program with the text, if one contradicts itself. */
void tables_check(const struct tables *tables);

#endif
