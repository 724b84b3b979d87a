/* SPDX-License-Identifier: MIT */
/* Statistics checked against known answers. */
#include "tests/unit/unit.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "lib/rng.h"
#include "tools/stats/stats.h"

/* The largest is 1111 in place of 101, so that mean and median differ. */
TEST(quantiles_of_101_values_are_exact)
{
	double values[101];
	struct stats stats;

	for (int i = 0; i < 101; i++)
		values[i] = (i * 37) % 101 == 100 ? 1111 : (i * 37) % 101 + 1;
	stats_describe(values, 101, &stats);
	assert_int_equal(stats.n, 101);
	assert_true(stats.min == 1 && stats.max == 1111 && stats.median == 51 && stats.mean == 61);
	assert_true(stats.p1 == 2 && stats.p5 == 6 && stats.p25 == 26);
	assert_true(stats.p75 == 76 && stats.p90 == 91 && stats.p99 == 100);
}

/* A sum of doubles would be 0 and 3 * 2^53. */
TEST(mean_keeps_the_rounding_errors_of_its_sum)
{
	double opposite[] = {-1e16, 1, 1e16}, rising[] = {2.5, 0x1p53, 0x1p54};
	struct stats stats;

	stats_describe(opposite, 3, &stats);
	assert_true(stats.mean == 1.0 / 3);
	stats_describe(rising, 3, &stats);
	assert_true(stats.mean == 0x1p53 + 2);
}

TEST(interval_is_widened_around_the_median)
{
	const struct stats narrow = {.has_interval = true, .min = 1, .median = 10, .median_low = 9,
				     .median_high = 10};
	struct stats stats = narrow;

	stats_widen(&stats, 1);
	assert_true(stats.median_low == 9 && stats.median_high == 10);
	stats_widen(&stats, 1.5);
	assert_true(stats.median_low == 9 && stats.median_high == 10.75);
	stats_widen(&stats, 40);
	assert_true(stats.median_low == 0 && stats.median_high == 30);
	stats = narrow;
	stats.min = -1;
	stats_widen(&stats, 40);
	assert_true(stats.median_low == -10 && stats.median_high == 30);
	stats = narrow;
	stats.min = 0;
	stats_widen(&stats, 40);
	assert_true(stats.median_low == 0);
	stats = narrow;
	stats.has_interval = false;
	stats_widen(&stats, 40);
	assert_true(stats.median_low == 9 && stats.median_high == 10);
}

TEST(every_value_is_scaled_but_not_the_count)
{
	double values[] = {1, 2, 3, 4, 5, 6, 7};
	struct stats stats, scaled;

	stats_describe(values, COUNT(values), &stats);
	scaled = stats_scaled(&stats, 3);
	assert_int_equal(scaled.n, 7);
	assert_true(scaled.has_interval);
#define X(name) assert_true(scaled.name == 3 * stats.name && stats.name > 0);
	STATS_VALUES(X)
#undef X
}

TEST(standard_deviation_divides_by_one_less_than_the_count)
{
	double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
	struct stats stats;

	stats_describe(values, 8, &stats);
	assert_true(stats.mean == 5 && fabs(stats.sigma - sqrt(32.0 / 7)) < 1e-12);
	stats_describe(values, 1, &stats);
	assert_true(stats.sigma == 0);
}

/* A fused multiply-add would round the last bit differently. */
TEST(quantile_is_equal_on_every_processor)
{
	double values[] = {9.55, 9.55, 9.55, 9.55, 9.55, 9.55, 13.65};
	struct stats stats;

	stats_describe(values, sizeof(values) / sizeof(values[0]), &stats);
	assert_true(stats.p99 == 0x1.aced916872b02p+3);
}

/* Ranks from published tables of the sign test's 95 % interval of the median. */
TEST(median_interval_has_the_ranks_of_published_tables)
{
	static const struct {
		size_t n;
		int low, high;
	} table[] = {{6, 1, 6}, {8, 1, 8}, {9, 2, 8}, {10, 2, 9}, {20, 6, 15}, {25, 8, 18},
		     {50, 18, 33}, {100, 40, 61}};
	double values[100];
	struct stats stats;

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		for (size_t j = 0; j < table[i].n; j++)
			values[j] = (double)(table[i].n - j);
		stats_describe(values, table[i].n, &stats);
		assert_true(stats.has_interval);
		assert_int_equal((int)stats.median_low, table[i].low);
		assert_int_equal((int)stats.median_high, table[i].high);
	}
}

TEST(fewer_than_six_samples_have_no_interval)
{
	double values[] = {1, 2, 3, 4, 5};
	struct stats stats;

	for (size_t n = 1; n <= 5; n++) {
		stats_describe(values, n, &stats);
		assert_false(stats.has_interval);
		assert_int_equal(stats.n, n);
	}
}

TEST(no_samples_give_zeros)
{
	struct stats stats;

	stats_describe(NULL, 0, &stats);
	assert_int_equal(stats.n, 0);
	assert_true(stats.median == 0 && !stats.has_interval);
}

TEST(median_interval_contains_the_true_median_at_the_stated_rate)
{
	double values[41];
	struct stats stats;
	struct rng rng;
	int covered = 0;

	rng_seed(&rng, 5);
	for (int trial = 0; trial < 2000; trial++) {
		for (size_t i = 0; i < 41; i++)
			values[i] = rng_below(&rng, 1000001);
		stats_describe(values, 41, &stats);
		covered += stats.median_low <= 500000 && stats.median_high >= 500000;
	}
	assert_uint_in_range(covered, 1900, 1990);
}

#define BOOTS 10
#define SAMPLES_A_BOOT 101
#define HOSTS 1000

/* Approximately normal, with a standard deviation of 1. */
static double noise(struct rng *rng)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += (double)rng_below(rng, 1u << 20) / (1u << 20);
	return sum;
}

/* Boots differ by 2 %, samples of one boot by 5 %. The median of all boots is 100. */
static void describe_boots(struct rng *rng, struct stats *of_last, struct stats *of_boots)
{
	double samples[SAMPLES_A_BOOT], medians[BOOTS];

	for (size_t i = 0; i < BOOTS; i++) {
		double level = 100 * (1 + 0.02 * noise(rng));

		for (size_t j = 0; j < SAMPLES_A_BOOT; j++)
			samples[j] = level * (1 + 0.05 * noise(rng));
		stats_describe(samples, SAMPLES_A_BOOT, of_last);
		medians[i] = of_last->median;
	}
	stats_describe(medians, BOOTS, of_boots);
}

/* docs/statistics.md states these rates. */
TEST(interval_of_one_boot_is_too_narrow_for_all_boots)
{
	struct stats of_last, of_boots;
	size_t within = 0, between = 0;
	struct rng rng;

	rng_seed(&rng, 6);
	for (size_t i = 0; i < HOSTS; i++) {
		describe_boots(&rng, &of_last, &of_boots);
		within += of_last.median_low <= 100 && 100 <= of_last.median_high;
		between += of_boots.median_low <= 100 && 100 <= of_boots.median_high;
	}
	print_message("within one boot %zu, between boots %zu of %d hold it\n", within, between,
		      HOSTS);
	assert_true(within < HOSTS * 60 / 100);
	assert_true(between >= HOSTS * 95 / 100);
}

TEST(million_samples_are_summarised)
{
	size_t n = 1000000;
	double *values = malloc(n * sizeof(*values));
	struct stats stats;

	for (size_t i = 0; i < n; i++)
		values[i] = (double)i;
	stats_describe(values, n, &stats);
	assert_uint_in_range(stats.median_low, 498900, 499100);
	assert_uint_in_range(stats.median_high, 500900, 501100);
	free(values);
}

TEST(median_of_integers_is_that_of_reals)
{
	const uint64_t values[] = {1, 4, 7, 90};

	assert_true(stats_median_numbers(values, 4) == 5.5);
	assert_true(stats_median_numbers(values, 3) == 4);
	assert_true(stats_median_numbers(values, 1) == 1);
}

TEST(deviation_of_a_normal_distribution_follows_from_its_mad)
{
	/* Half of the values are within 0.6745 deviations of the median. */
	assert_true(fabs(stats_deviation_of_mad(gsl_cdf_ugaussian_Pinv(0.75)) - 1) < 1e-4);
}

TEST(rate_needs_a_time)
{
	assert_true(stats_rate(64, 8) == 8);
	assert_true(stats_rate(64, 0) == 0 && stats_rate(64, -1) == 0);
}
