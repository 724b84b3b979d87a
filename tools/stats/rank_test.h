/* SPDX-License-Identifier: MIT */
/* Rank test for a difference between two sets of values. It does not depend on the distribution of
 * the values or on the size of outliers. */
#ifndef TOOLS_STATS_RANK_TEST_H
#define TOOLS_STATS_RANK_TEST_H

#include <stdbool.h>
#include <stddef.h>

/* Maximum size of both sets together for an exact p. */
#define RANK_TEST_EXACT_MAX 30

struct values {
	const double *items;
	size_t count;                   /* not 0 */
};

struct rank_test {
	/* Probability of ranks at least this uneven if both sets have one distribution;
	 * two-sided. */
	double p;
	/* The share of pairs in which the value of `other` is larger, minus the share in which it
	 * is smaller: from -1 to 1. 0 if neither set is larger on the whole (Cliff, "Dominance
	 * statistics", 1993). */
	double delta;
};

/* Mann and Whitney's U test, "On a test of whether one of two random variables is stochastically
 * larger than the other", 1947. Exact p allows for ties, which share a rank (Streitberg and
 * Roehmel's shift algorithm, 1986). For more values, p is the normal approximation with corrections
 * for ties and continuity (Conover, Practical Nonparametric Statistics, "The Mann-Whitney
 * test"). */
struct rank_test rank_test(const struct values *base, const struct values *other);

/* The smallest p possible with sets of these sizes. */
double rank_test_least_p(size_t base_count, size_t other_count);

/* The interval of the shift from base to other: all shifts that rank_test() does not reject at 5 %,
 * with a confidence of at least 95 % for any distribution of independent values (Hollander, Wolfe
 * and Chicken, Nonparametric Statistical Methods, "A distribution-free confidence interval based on
 * the rank sum test"). Returns false if the sets are too small: it needs 4 values a side, or 3 and
 * 5, or 2 and 8. */
bool rank_shift(const struct values *base, const struct values *other, double *low, double *high);

/* Holm's step-down correction of p for several tests ("A simple sequentially rejective multiple
 * test procedure", 1979). If there is no difference in any test, the probability that any corrected
 * p is at or below a level is at most that level. The tests may be dependent. */
void holm_correct(double *p, size_t count);

#endif
