/* SPDX-License-Identifier: MIT */
/* Whether a series steps, when its values may depend on those before them: machines drift, so runs
 * made one after the other are more alike than others. */
#ifndef TOOLS_STATS_STEP_TEST_H
#define TOOLS_STATS_STEP_TEST_H

#include <stddef.h>

/* On either side of a step there are at least so many values. */
#define STEP_VALUES_MIN 3

struct step_test {
	double p;               /* of so large a step where there is none */
	size_t split;           /* index of the first value after the step; 0 when there is none */
	double autocorrelation; /* of neighbouring values, that was allowed for */
};

/* Look for one step in count values, in their order. p is exact enough to be compared with level.
 *
 * The statistic is the largest difference of means before and after a split, in its standard
 * deviations (Hawkins, "Testing a sequence of observations for a shift in location", 1977), so that
 * the last few values count as much as the middle. Values are clipped: closely, so that outliers
 * hide no small step, and widely, so that a large step of few values shows; p is corrected for
 * both.
 *
 * p is by permutation. What a value owes to the one before it is taken out (pre-whitening by a
 * first-order autoregression), what is left is put into random orders, and series are built of it
 * again. The autoregression is estimated from what the best splits leave, corrected for the bias
 * that this brings, by simulation, and raised by a standard error: to find no step is the smaller
 * mistake. docs/statistics.md has the rates. Random numbers are the same every time. */
struct step_test step_test(const double *values, size_t count, double level);

/* The fewest values among which a step could be found at that level. */
size_t step_test_needed(double level);

#endif
