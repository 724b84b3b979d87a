/* SPDX-License-Identifier: MIT */
/* Whether two sets of values differ, by their ranks alone: whatever their distribution is, and
 * whatever outliers it has. */
#ifndef TOOLS_STATS_RANK_TEST_H
#define TOOLS_STATS_RANK_TEST_H

#include <stddef.h>

/* Up to so many values, both sets together, p is exact. */
#define RANK_TEST_EXACT_MAX 30

struct values {
	const double *items;
	size_t count;                   /* not 0 */
};

struct rank_test {
	/* How likely ranks at least so uneven are when both sets are draws from one distribution;
	 * two-sided. */
	double p;
	/* Of all pairs, the part in which other is larger less that in which it is smaller: from -1
	 * to 1, 0 when neither tends to be (Cliff, "Dominance statistics", 1993). */
	double delta;
};

/* Mann and Whitney's U test, "On a test of whether one of two random variables is stochastically
 * larger than the other", 1947. Exact p allows for ties by counting with the ranks that they share
 * (Streitberg and Roehmel's shift algorithm, 1986); with more values it is the normal approximation
 * with correction for ties and continuity (Conover, Practical Nonparametric Statistics, "The
 * Mann-Whitney test"). */
struct rank_test rank_test(const struct values *base, const struct values *other);

/* The smallest p that sets of such sizes can give. */
double rank_test_least_p(size_t base_count, size_t other_count);

/* Holm's step-down correction for many tests ("A simple sequentially rejective multiple test
 * procedure", 1979): afterwards the chance that any p falls to a level or below it, with no
 * difference anywhere, is at most that level, however the tests depend on one another. */
void holm_correct(double *p, size_t count);

#endif
