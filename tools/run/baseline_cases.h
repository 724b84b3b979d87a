/* SPDX-License-Identifier: MIT */
/* The check of a baseline as test cases, for a CI system. */
#ifndef TOOLS_RUN_BASELINE_CASES_H
#define TOOLS_RUN_BASELINE_CASES_H

#include <stdbool.h>

#include "tools/results/baseline.h"
#include "tools/table/table.h"

/* A table of conditions that are others, and one of the figures: as kept is good, changed is bad,
 * what is not held unknown, and so is what one side has alone, unless it is strict. Where
 * conditions are others no figure is judged. */
void baseline_cases_add(struct tables *tables, const struct baseline *kept,
			const struct baseline *now, bool is_strict);

/* A table that says that the run itself failed, with that exit status. */
void baseline_cases_add_failure(struct tables *tables, int status);

#endif
