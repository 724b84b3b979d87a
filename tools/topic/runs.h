/* SPDX-License-Identifier: MIT */
/* From paths to tables: what `bareline report` and `bareline plot` have in common. */
#ifndef TOOLS_TOPIC_RUNS_H
#define TOOLS_TOPIC_RUNS_H

#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

struct runs_report {
	struct comparison comparison;  /* all runs, by side */
	struct reasons refused, notes; /* of the comparison, if there is one */
	struct tables tables;
};

/* Load the runs at count paths, at least one, and make the tables of the first of the bare metal's,
 * or of Linux when there is no other. With runs of both the tables hold the comparison too; if the
 * two are not of the same machine it is refused, unless force is set. On failure says why and
 * returns false; there is nothing to free then. */
bool runs_report_open(struct runs_report *report, char **paths, int count, bool force);

/* Say on standard error what any of the runs lost, for a view that has no place for it. */
void runs_report_warn(const struct runs_report *report);

void runs_report_close(struct runs_report *report);

#endif
