/* SPDX-License-Identifier: MIT */
/* What comparisons of all kinds say of their sides: what ran on each, on what machine, and what one
 * of them lacks. */
#ifndef TOOLS_TOPIC_SIDES_H
#define TOOLS_TOPIC_SIDES_H

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

/* Add to the tables' title what the first run of any side that is not whole lost, and how many such
 * runs there are. */
void sides_say_loss(struct tables *tables, const struct comparison *comparison);

/* ---- Facts ---- */

/* Why the comparison would have been refused; nothing if it would not. */
void sides_forced(struct table *facts, const struct reasons *refused);

void sides_machine(struct table *facts, const struct result *result);
void sides_runs(struct table *facts, const struct comparison *comparison, enum side side);
void sides_time_base(struct table *facts, enum time_base base);
void sides_notes(struct table *facts, const struct reasons *notes);

/* ---- Tables ---- */

/* What only one side has: figures of one benchmark missing for one reason share a row. */
void sides_add_missing(struct tables *tables, const char *section, const char *name,
		       const struct comparison *comparison);

/* For programs: how many runs, and of the first what its log says of itself and of its CPU. */
void sides_add_records(struct tables *tables, const struct comparison *comparison);

#endif
