/* SPDX-License-Identifier: MIT */
/* Tests a series for a step. Values may depend on previous ones: because machines drift,
 * consecutive runs are similar. */
#ifndef TOOLS_STATS_STEP_TEST_H
#define TOOLS_STATS_STEP_TEST_H

#include <stddef.h>

/* Minimum number of values on each side of a step. */
#define STEP_VALUES_MIN 3

struct step_test {
	double p;               /* of a step this large in a series without steps */
	size_t split;           /* index of the first value after the step; 0: no step */
	double autocorrelation; /* assumed correlation of consecutive values */
};

/* Search for one step in count values, in their order. p is precise enough for a comparison with
 * level.
 *
 * The statistic is the largest difference of means before and after a split, in its standard
 * deviations (Hawkins, "Testing a sequence of observations for a shift in location", 1977). It
 * gives the last few values the same weight as the middle. Values are clipped in two ways. A narrow
 * limit prevents outliers from hiding small steps. A wide limit keeps large steps of few values. p
 * is corrected for both.
 *
 * p is by permutation of the residuals of a first-order autoregression (pre-whitening). Each
 * permutation is converted to a series again. The autoregression is estimated after removing the
 * levels between the best splits. A simulated correction removes the bias of that estimate. It is
 * increased by one standard error, because a missed step is preferable to a false one.
 * docs/statistics.md has the rates. The random seed is fixed. */
struct step_test step_test(const double *values, size_t count, double level);

/* The minimum number of values for a step to be significant at that level. */
size_t step_test_needed(double level);

#endif
