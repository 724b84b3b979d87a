/* SPDX-License-Identifier: MIT */
/* What is said of a set of samples: order statistics, with mean and standard deviation only beside
 * them. */
#ifndef TOOLS_STATS_STATS_H
#define TOOLS_STATS_STATS_H

#include <stdbool.h>
#include <stddef.h>

#define STATS_FIGURES(X) \
	X(min) X(p1) X(p5) X(p25) X(median) X(p75) X(p90) X(p99) X(max) X(mean) X(sigma)
#define STATS_INTERVAL(X) \
	X(median_low) X(median_high)
#define STATS_VALUES(X) STATS_FIGURES(X) STATS_INTERVAL(X)

struct stats {
	size_t n;
#define X(name) double name;
	STATS_VALUES(X)
#undef X
	/* median_low and median_high are a 95 % confidence interval of the median; n is too small
	 * for one below 6. */
	bool has_interval;
	/* sigma is by n - 1, and 0 of one sample. */
};

/* Describe n values, which are sorted on the way. All is 0 when n is 0. Quantiles between two
 * values are interpolated. The interval is distribution-free: two order statistics with the median
 * between them in at least 95 % of draws, by the binomial distribution (Conover, Practical
 * Nonparametric Statistics, "Confidence interval for a quantile"). It supposes independent
 * samples. */
void stats_describe(double *values, size_t n, struct stats *stats);

/* The same of values that are sorted. */
void stats_describe_sorted(const double *values, size_t n, struct stats *stats);

/* The quantile of n sorted values, not 0 of them, below which a share of them lies: between two
 * values interpolated. */
double stats_quantile(const double *sorted, size_t n, double share);

/* The median of n values, at least one: sorted on the way, or sorted already. */
double stats_median(double *values, size_t n);
double stats_median_sorted(const double *values, size_t n);

/* Widen the interval, if there is one, to the width about the median: what was measured in steps of
 * that is not known any better. It does not go below 0 where values don't. */
void stats_widen(struct stats *stats, double width);

/* The same figures in another unit. */
struct stats stats_scaled(const struct stats *stats, double factor);

#endif
