/* SPDX-License-Identifier: MIT */
/* Tables about the sides of a comparison: builds, machines and missing metrics. */
#ifndef TOOLS_TOPIC_SIDES_H
#define TOOLS_TOPIC_SIDES_H

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

/* Add the loss of the first incomplete run, and the number of incomplete runs, to the title. */
void sides_complete_title(struct tables *tables, const struct comparison *comparison);

/* Like sides_complete_title(), as clauses that precede others: "INCOMPLETE: … (PATH); ", or "". */
const char *sides_loss(struct tables *tables, const struct comparison *comparison);

/* ---- Names ---- */

/* The text with the name of the new side's operating system instead of "Linux". */
const char *sides_named(struct tables *tables, const struct comparison *comparison,
			const char *text);

/* A copy of the columns, with heads that sides_named() changed. */
struct column *sides_columns(struct tables *tables, const struct comparison *comparison,
			     const struct column *columns, size_t count);

/* ---- Facts ---- */

/* Reasons for which a forced comparison would have been refused. */
void sides_forced(struct table *facts, const struct reasons *refused);

void sides_machine(struct table *facts, const struct result *result);

/* The operating system of processes, and how it was found. */
void sides_system(struct table *facts, const struct result *result);

/* The runs and the build of a side, followed by sides_left_out(): the runs that were left out. */
void sides_runs(struct table *facts, const struct comparison *comparison, enum side side);
void sides_left_out(struct table *facts, const struct compared_runs *runs);
void sides_time_base(struct table *facts, enum time_base base);
void sides_notes(struct table *facts, const struct reasons *notes);

/* ---- Checks of the verdict ---- */

/* The machine of all runs, and reasons for which a forced comparison would have been refused. */
void sides_check_machine(struct tables *tables, const struct reasons *refused);

/* Add a check if times are emulated. */
void sides_check_time(struct tables *tables, enum time_base base);

/* Whether exact metrics are the same in repeated runs. differing is the number of metrics that
 * differ; runs is the number of runs of each side, which `of` names ("side"). */
void sides_check_repeats(struct tables *tables, size_t differing, size_t runs, const char *of);

/* ---- Tables ---- */

/* Rows of side, benchmark, number of metrics and reason, for the metrics that a side lacks; metrics
 * has the side's part of each metric of names. */
void sides_missing_rows(struct table *table, const char *side, const struct comparison *names,
			const struct side_metric *const *metrics);

/* Metrics of one side only; those of one benchmark missing for one reason share a row. */
void sides_add_missing(struct tables *tables, const char *section, const char *name,
		       const struct comparison *comparison);

/* Add records for programs: the number of runs, and the first run's manifest and cpu records. */
void sides_add_records(struct tables *tables, const struct comparison *comparison);

#endif
