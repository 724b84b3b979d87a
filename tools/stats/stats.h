/* SPDX-License-Identifier: MIT */
/* Statistics of a set of samples: order statistics, mean and standard deviation. */
#ifndef TOOLS_STATS_STATS_H
#define TOOLS_STATS_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STATS_FIELDS(X) \
	X(min) X(p1) X(p5) X(p25) X(median) X(p75) X(p90) X(p99) X(max) X(mean) X(sigma)
#define STATS_INTERVAL(X) \
	X(median_low) X(median_high)
#define STATS_VALUES(X) STATS_FIELDS(X) STATS_INTERVAL(X)

struct stats {
	size_t n;
#define X(name) double name;
	STATS_VALUES(X)
#undef X
	/* median_low and median_high are valid: a 95 % confidence interval of the median. It needs
	 * at least 6 samples. */
	bool has_interval;
	/* sigma is the sample standard deviation (n - 1); 0 for one sample. */
};

/* Describe n values, which it sorts. All results are 0 if n is 0. Quantiles are interpolated
 * between values. The interval is distribution-free: two order statistics that enclose the median
 * in at least 95 % of cases, by the binomial distribution (Conover, Practical Nonparametric
 * Statistics, "Confidence interval for a quantile"). It assumes independent samples. */
void stats_describe(double *values, size_t n, struct stats *stats);

/* Like stats_describe(), for sorted values. */
void stats_describe_sorted(const double *values, size_t n, struct stats *stats);

/* The quantile of n sorted values at a share from 0 to 1, interpolated between values. n must not
 * be 0. */
double stats_quantile(const double *sorted, size_t n, double share);

/* The median of n values, at least one. For an even number, the mean of the two middle values.
 * stats_median() sorts the values; the other functions need sorted values. */
double stats_median(double *values, size_t n);
double stats_median_sorted(const double *values, size_t n);
double stats_median_numbers(const uint64_t *values, size_t n);

/* The standard deviation of normally distributed values with a median absolute deviation from their
 * median (Hampel, "The influence curve and its role in robust estimation", 1974). */
double stats_deviation_of_mad(double mad);

/* Amount per time; 0 if no time was measured. Bytes per nanosecond are GB/s. */
double stats_rate(double amount, double time);

/* Widen the interval, if there is one, to at least `width` about the median. The width is the
 * resolution of the measurement. The interval does not extend below 0 unless values do. */
void stats_widen(struct stats *stats, double width);

/* The statistics in another unit. */
struct stats stats_scaled(const struct stats *stats, double factor);

#endif
