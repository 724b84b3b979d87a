/* SPDX-License-Identifier: MIT */
/* The comparison with a baseline as test cases, for a CI system. */
#ifndef TOOLS_RUN_BASELINE_CASES_H
#define TOOLS_RUN_BASELINE_CASES_H

#include <stdbool.h>

#include "tools/results/baseline.h"
#include "tools/table/table.h"

/* Add a table of differing conditions, and a table of metrics with a verdict each: a match passes,
 * a change fails. Unstable metrics, and metrics that only one side has, are neutral; the latter
 * fail if is_strict. If conditions differ, no metric is judged. */
void baseline_cases_add(struct tables *tables, const struct baseline *base,
			const struct baseline *new, bool is_strict);

/* Add a table that reports a failed run with its exit status. */
void baseline_cases_add_failure(struct tables *tables, int status);

#endif
