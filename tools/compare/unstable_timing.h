/* SPDX-License-Identifier: MIT */
/* Runs whose figures still hold the cost of timing, because null.timing spread too far. No run in
 * which that cost is subtracted can be set beside them. */
#ifndef TOOLS_COMPARE_UNSTABLE_TIMING_H
#define TOOLS_COMPARE_UNSTABLE_TIMING_H

#include "tools/compare/compare.h"

/* Whether a figure of the run would be another if the cost of timing were treated otherwise. */
bool unstable_timing_has_timed(const struct result *result);

/* Whether a run has figures that another null.timing would have made others. */
bool unstable_timing_affects(const struct compared_run *run);

/* Where there are runs without the cost of timing: leave those out that have it, of each side that
 * keeps a run. They are in the side's left_out then. */
void unstable_timing_exclude(struct comparison *comparison);

#endif
