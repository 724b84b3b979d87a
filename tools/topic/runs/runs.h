/* SPDX-License-Identifier: MIT */
/* Loads runs and makes their tables, for `bareline report` and `bareline plot`. */
#ifndef TOOLS_TOPIC_RUNS_RUNS_H
#define TOOLS_TOPIC_RUNS_RUNS_H

#include "tools/compare/same_machine.h"
#include "tools/table/table.h"
#include "tools/topic/runs/side_by_side.h"

struct runs_report {
	struct comparison comparison;  /* all runs, by side */
	struct reasons refused, notes; /* of the comparison, if there is one */
	struct side_by_side side_by_side;          /* several runs that are not compared */
	struct tables tables;
};

/* Load the runs at count paths, at least one, and make their tables:
 * - One run: its own tables.
 * - Runs of bare metal and Linux on one machine: the tables of the first bare-metal run, with the
 *   overhead of Linux.
 * - Any other runs: side by side, at most SIDE_BY_SIDE_MAX.
 * force compares bare metal and Linux of different machines. On failure, prints the cause and
 * returns false. The caller then frees nothing. */
bool runs_report_open(struct runs_report *report, char **paths, int count, bool force);

/* Like runs_report_open(), but shows several runs side by side in every case. For bare metal and
 * Linux on one machine, adds the overhead of Linux. */
bool runs_report_open_side_by_side(struct runs_report *report, char **paths, int count, bool force);

/* Print the missing parts of the runs to standard error, for views that cannot show them. */
void runs_report_warn(const struct runs_report *report);

void runs_report_close(struct runs_report *report);

#endif
