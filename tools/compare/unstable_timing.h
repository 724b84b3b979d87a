/* SPDX-License-Identifier: MIT */
/* Runs whose metrics include the timing overhead because null.timing was unstable. They are not
 * comparable with runs in which the overhead is subtracted. */
#ifndef TOOLS_COMPARE_UNSTABLE_TIMING_H
#define TOOLS_COMPARE_UNSTABLE_TIMING_H

#include "tools/compare/compare.h"

/* Whether the run has metrics from which timing overhead can be subtracted. */
bool unstable_timing_has_timed(const struct result *result);

/* Whether the run's metrics include the timing overhead because null.timing was unstable. */
bool unstable_timing_affects(const struct compared_run *run);

/* If some runs have the overhead subtracted, move the other runs of each side to its left_out. A
 * side of which no run would remain keeps its runs. */
void unstable_timing_exclude(struct comparison *comparison);

#endif
