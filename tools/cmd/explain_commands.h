/* SPDX-License-Identifier: MIT */
/* Prints, after a comparison of instruction counts, the commands that explain a change by
 * function. */
#ifndef TOOLS_CMD_EXPLAIN_COMMANDS_H
#define TOOLS_CMD_EXPLAIN_COMMANDS_H

#include <stdio.h>

#include "tools/compare/compare.h"
#include "tools/table/table.h"

/* Add a folded table with the commands for the benchmarks that changed most. Adds nothing if
 * explain cannot count these runs: a file named in a manifest has changed, or the manifests name
 * none. The comparison must be judged and outlive the tables. */
void explain_commands_add(struct tables *tables, const struct comparison *comparison);

/* Write the commands of that table, one per line. */
void explain_commands_print(const struct tables *tables, FILE *out);

#endif
