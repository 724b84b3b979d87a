/* SPDX-License-Identifier: MIT */
/* The frequency of a run's clocks and their differences, computed again from the numbers in the
 * timer records. The statuses and differences that the target states may be wrong, and must not
 * widen the limits by which the target is checked. */
#ifndef TOOLS_ANALYSIS_CLOCKS_H
#define TOOLS_ANALYSIS_CLOCKS_H

#include "tools/record/result.h"

/* The record of the chosen clock, or NULL; and its frequency. Without a chosen clock, the frequency
 * is that of the manifest, or 0. */
struct clocks {
	const struct wire_timer *chosen;
	double hz;
};

struct clocks clocks_of(const struct result *result);

/* The uncertainty that a clock states, up to SECONDS_UNCERTAINTY_PPM_MAX, because the target
 * accepts no larger uncertainty. */
double clocks_uncertainty_ppm(const struct wire_timer *timer);

/* The difference of a clock's frequency from hz, in whole parts per million towards 0. 0 if either
 * has no frequency. */
int64_t clocks_difference_ppm(const struct clocks *clocks, const struct wire_timer *timer);

/* Whether a clock measured the frequency: it has a frequency, and its status is that of a usable
 * clock. */
bool clocks_has_frequency(const struct wire_timer *timer);

/* Whether a clock that measured the frequency disagrees: by its own status, or because its
 * difference exceeds the sum of CLOCK_DISAGREEMENT_PPM and both uncertainties. */
bool clocks_disagrees(const struct clocks *clocks, const struct wire_timer *timer);

#endif
