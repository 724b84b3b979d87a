/* SPDX-License-Identifier: MIT */
/* From paths to tables: what `bareline report` and `bareline plot` have in common. */
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

/* Load the runs at count paths, at least one, and make their tables: of one run by itself; of runs
 * of the bare metal and of Linux on one machine of the first of the metal's, with what Linux costs;
 * of any others side by side. force compares metal and Linux though they are not of one machine. On
 * failure, of which more than SIDE_BY_SIDE_MAX runs side by side are one, says why and returns
 * false; there is nothing to free then. */
bool runs_report_open(struct runs_report *report, char **paths, int count, bool force);

/* The same with all of several runs side by side, those of the metal and of Linux too: of these
 * there is then what Linux costs as well. */
bool runs_report_open_side_by_side(struct runs_report *report, char **paths, int count, bool force);

/* Say on standard error what any of the runs lost, for a view that has no place for it. */
void runs_report_warn(const struct runs_report *report);

void runs_report_close(struct runs_report *report);

#endif
