/* SPDX-License-Identifier: MIT */
/* Order statistics. They are computed here in double, so that a log has equal statistics on every
 * machine. GSL's quantiles differ in the last bit if its compiler fuses multiplication and
 * addition. The size of long double differs between platforms. */
#include "tools/stats/stats.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "tools/base/sort.h"

#define TAIL_PROBABILITY 0.025
#define MAD_TO_DEVIATION 1.4826 /* 1 / the upper quartile of the normal distribution */

/* The largest rank, counted from 1, whose value is above the median with at most the tail's
 * probability. 0 if even the smallest value's probability is larger. */
static size_t interval_rank(size_t n)
{
	double deviation = sqrt((double)n) / 2;
	double guess = (double)n / 2 - 1.96 * deviation + 1;    /* the rank, or slightly above */
	size_t rank = guess < 1 ? 1 : (size_t)guess;

	if (rank > n / 2)
		rank = n / 2;
	while (rank > 0 && gsl_cdf_binomial_P((unsigned)rank - 1, 0.5, (unsigned)n) >
				   TAIL_PROBABILITY)
		rank--;
	return rank;
}

/* Compensated summation, which keeps the rounding error of each addition. A. Neumaier,
 * "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", ZAMM 54 (1974). */
static double mean_of(const double *values, size_t n)
{
	double sum = 0, lost = 0;

	for (size_t i = 0; i < n; i++) {
		double next = sum + values[i];

		lost += fabs(sum) >= fabs(values[i]) ? sum - next + values[i]
						     : values[i] - next + sum;
		sum = next;
	}
	return (sum + lost) / (double)n;
}

/* values must be sorted. */
static double sigma_of(const double *values, size_t n, double mean)
{
	double squares = 0;

	if (values[0] == values[n - 1])
		return 0;
	for (size_t i = 0; i < n; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return sqrt(squares / (double)(n - 1));
}

double stats_quantile(const double *sorted, size_t n, double share)
{
	double place = share * (double)(n - 1);
	size_t below = (size_t)place;
	double part = place - (double)below;

	if (below == n - 1)
		return sorted[below];
	return (1 - part) * sorted[below] + part * sorted[below + 1];
}

double stats_median_sorted(const double *values, size_t n)
{
	return gsl_stats_median_from_sorted_data(values, 1, n);
}

double stats_median_numbers(const uint64_t *values, size_t n)
{
	return ((double)values[(n - 1) / 2] + (double)values[n / 2]) / 2;
}

double stats_deviation_of_mad(double mad)
{
	return MAD_TO_DEVIATION * mad;
}

double stats_median(double *values, size_t n)
{
	sort_reals(values, n);
	return stats_median_sorted(values, n);
}

void stats_describe(double *values, size_t n, struct stats *stats)
{
	sort_reals(values, n);
	stats_describe_sorted(values, n, stats);
}

void stats_describe_sorted(const double *values, size_t n, struct stats *stats)
{
	size_t rank;

	memset(stats, 0, sizeof(*stats));
	stats->n = n;
	if (n == 0)
		return;
	stats->min = values[0];
	stats->p1 = stats_quantile(values, n, 0.01);
	stats->p5 = stats_quantile(values, n, 0.05);
	stats->p25 = stats_quantile(values, n, 0.25);
	stats->median = stats_median_sorted(values, n);
	stats->p75 = stats_quantile(values, n, 0.75);
	stats->p90 = stats_quantile(values, n, 0.90);
	stats->p99 = stats_quantile(values, n, 0.99);
	stats->max = values[n - 1];
	stats->mean = mean_of(values, n);
	stats->sigma = sigma_of(values, n, stats->mean);
	rank = interval_rank(n);
	stats->has_interval = rank > 0;
	if (rank > 0) {
		stats->median_low = values[rank - 1];
		stats->median_high = values[n - rank];
	}
}

double stats_rate(double amount, double time)
{
	return time > 0 ? amount / time : 0;
}

void stats_widen(struct stats *stats, double width)
{
	if (!stats->has_interval || stats->median_high - stats->median_low >= width)
		return;
	stats->median_low = fmin(stats->median_low, stats->median - width / 2);
	stats->median_high = fmax(stats->median_high, stats->median + width / 2);
	if (stats->min >= 0)
		stats->median_low = fmax(0, stats->median_low);
}

struct stats stats_scaled(const struct stats *stats, double factor)
{
	struct stats scaled = *stats;

#define X(name) scaled.name *= factor;
	STATS_VALUES(X)
#undef X
	return scaled;
}
