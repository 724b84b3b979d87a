/* SPDX-License-Identifier: MIT */
/* After a comparison that counts instructions: the commands that tell
 * which functions a change is in. */
#ifndef TOOLS_CMD_EXPLAIN_OFFER_H
#define TOOLS_CMD_EXPLAIN_OFFER_H

#include <stdio.h>

#include "tools/compare/compare.h"
#include "tools/table/table.h"

/* Add a folded table with a command for each of a few benchmarks that changed, those that changed
 * most. Nothing if explain can't count what ran: not all of it is still where the runs' manifests
 * have it, or these do not say. The comparison has been judged, and outlives the tables. */
void explain_offer(struct tables *tables, const struct comparison *comparison);

/* Write the commands of that table, a line each. */
void explain_offer_print(const struct tables *tables, FILE *out);

#endif
