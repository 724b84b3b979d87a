/* SPDX-License-Identifier: MIT */
/* Rows that have a verdict as test cases: JUnit's and KTAP's are the same. */
#ifndef TOOLS_VIEW_CASES_H
#define TOOLS_VIEW_CASES_H

#include <stddef.h>

#include "tools/table/table.h"

/* The column of verdicts; table->column_count when there is none. */
size_t case_verdict_column(const struct table *table);

/* The keys of the row, "size 4 KiB, warm"; "all" when it has none. */
const char *case_name(const struct table *table, size_t row);

/* All other cells that people are shown, each by its column's name, and the remark. */
const char *case_message(const struct table *table, size_t row, size_t verdict);

#endif
