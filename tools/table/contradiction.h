/* SPDX-License-Identifier: MIT */
/* Checks that the cells of a table agree, for every topic: quantiles rise, an interval contains its
 * value, a change is that from base to new, and two units of one time differ by one factor. A table
 * that contradicts itself is an error of this program. */
#ifndef TOOLS_TABLE_CONTRADICTION_H
#define TOOLS_TABLE_CONTRADICTION_H

#include <stdbool.h>

#include "tools/table/table.h"

/* The row of a comparison that is the whole of the rows after it, in column who. */
#define WHOLE_RESPONSE "response time"

#define CONTRADICTION_TEXT_MAX 256

/* Whether cells of a table contradict each other. Sets the text: table, row and both columns. */
bool table_contradicts(const struct table *table, char text[CONTRADICTION_TEXT_MAX]);

/* Look for contradictions in all tables, and between tables that state parts of one whole. */
bool tables_contradict(const struct tables *tables, char text[CONTRADICTION_TEXT_MAX]);

/* End the program with the text if tables contradict themselves. Call it before any view of the
 * tables. */
void tables_check(const struct tables *tables);

#endif
