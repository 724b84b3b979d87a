/* SPDX-License-Identifier: MIT */
/* Reasons why a run lacks a metric that another run has. */
#ifndef TOOLS_COMPARE_MISSING_METRIC_H
#define TOOLS_COMPARE_MISSING_METRIC_H

#include <stdbool.h>

#include "tools/analysis/name_index.h"
#include "tools/base/arena.h"
#include "tools/compare/compared_runs.h"

/* Index of a run's skip and fault records, and of its points, by name. Empty when zeroed; filled at
 * the first use. */
struct missing_metric {
	const struct compared_run *run;
	struct name_index skips, faults;        /* positions are those of the records */
	struct name_index prefixes;             /* of the points that have results */
	struct arena texts;                     /* of prefixes */
};

/* The reason as a message. Sets *is_lost if the run should have the metric. */
const char *missing_metric_explain(struct missing_metric *missing, const struct compared_run *run,
				   const struct metric_name *name, bool *is_lost);

void missing_metric_free(struct missing_metric *missing);

#endif
