/* SPDX-License-Identifier: MIT */
/* Rows with a verdict as test cases, for JUnit and KTAP. */
#ifndef TOOLS_VIEW_CASES_H
#define TOOLS_VIEW_CASES_H

#include <stddef.h>

#include "tools/table/table.h"

/* The column of verdicts; table->column_count if there is none. */
size_t case_verdict_column(const struct table *table);

/* The keys of the row, "size 4 KiB, warm"; "all" if it has none. */
const char *case_name(const struct table *table, size_t row);

/* All other shown cells with their columns' names, and the remark. */
const char *case_message(const struct table *table, size_t row, size_t verdict);

#endif
