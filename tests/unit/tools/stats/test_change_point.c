/* SPDX-License-Identifier: MIT */
/* Injected steps are found. Noise alone gives no step. */
#include "tests/unit/unit.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#include "tools/stats/change_point.h"
#include "tools/stats/step_test.h"

#define VALUES 60
#define LEVEL 0.05
#define HISTORIES (unit_trials(100, 400))
#define RUNS_MAX 100

/* Levels of 100, with steps at two places. */
static void make_values(gsl_rng *rng, double values[VALUES], size_t first, size_t second)
{
	for (size_t i = 0; i < VALUES; i++) {
		double level = i < first ? 100 : i < second ? 110 : 104;

		values[i] = level * exp(gsl_ran_gaussian(rng, 0.01));
	}
}

TEST(steps_are_found_at_their_positions)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct change_point points[VALUES];
	double values[VALUES];

	make_values(rng, values, 20, 45);
	assert_int_equal(change_points(values, VALUES, LEVEL, points), 2);
	assert_int_equal(points[0].first, 20);
	assert_int_equal(points[1].first, 45);
	assert_true(fabs(points[0].before - 100) < 1 && fabs(points[0].after - 110) < 1);
	assert_true(fabs(points[1].before - 110) < 1 && fabs(points[1].after - 104) < 1);
	gsl_rng_free(rng);
}

TEST(short_history_has_no_step)
{
	static const double values[] = {1, 1, 1, 9, 9, 9};
	struct change_point points[6];

	assert_int_equal(change_points(values, 0, LEVEL, points), 0);
	assert_int_equal(change_points(values, 1, LEVEL, points), 0);
	assert_int_equal(change_points(values, 6, LEVEL, points), 0);
	assert_uint_in_range(step_test_needed(LEVEL), 7, 15);
	assert_uint_in_range(step_test_needed(LEVEL / 500), 15, 25);
}

TEST(equal_values_have_no_step)
{
	double values[VALUES];
	struct change_point points[VALUES];

	for (size_t i = 0; i < VALUES; i++)
		values[i] = 7;
	assert_int_equal(change_points(values, VALUES, LEVEL, points), 0);
	for (size_t i = VALUES / 2; i < VALUES; i++)
		values[i] = 8;
	assert_int_equal(change_points(values, VALUES, LEVEL, points), 1);
	assert_int_equal(points[0].first, VALUES / 2);
}

/* Both levels are clipped to constants, whose rounding is no correlation. */
TEST(large_step_exactly_half_way_is_found)
{
	double values[30];
	struct change_point points[30];

	for (size_t i = 0; i < COUNT(values); i++)
		values[i] = (i < COUNT(values) / 2 ? 7.41 : 4.05) *
			    (1 + 0.001 * sin(1.7 * (double)(i * i)));
	assert_int_equal(change_points(values, COUNT(values), LEVEL, points), 1);
	assert_int_equal(points[0].first, COUNT(values) / 2);
}

/* ---- Rates of docs/statistics.md; the random numbers are fixed ---- */

/* Variation between runs: a standard deviation of 2 %, part of which carries over to the next run.
 * One run in fifty is twice as slow. */
static void make_history(gsl_rng *rng, double *values, size_t count, double correlation)
{
	double state = gsl_ran_gaussian(rng, 1);

	for (size_t i = 0; i < count; i++) {
		state = correlation * state +
			sqrt(1 - correlation * correlation) * gsl_ran_gaussian(rng, 1);
		values[i] = 100 * exp(0.02 * state) * (gsl_rng_uniform(rng) < 0.02 ? 2 : 1);
	}
}

/* Number of HISTORIES with a step found, if runs from `first` on take `factor` times as long. */
static size_t count_found(size_t count, double correlation, size_t first, double factor)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct change_point points[RUNS_MAX];
	double values[RUNS_MAX];
	size_t found = 0;

	for (size_t i = 0; i < HISTORIES; i++) {
		make_history(rng, values, count, correlation);
		for (size_t j = first; j < count; j++)
			values[j] *= factor;
		found += change_points(values, count, LEVEL, points) > 0;
	}
	gsl_rng_free(rng);
	print_message("%zu runs, correlation %g, times %g from %zu on: %zu of %zu\n", count,
		      correlation, factor, first, found, HISTORIES);
	return found;
}

TEST(noise_alone_rarely_has_a_step)
{
	for (size_t count = 30; count <= RUNS_MAX; count += 35)
		assert_true(count_found(count, 0, count, 1) <= HISTORIES * LEVEL);
}

TEST(correlated_noise_rarely_has_a_step)
{
	for (size_t count = 30; count <= RUNS_MAX; count += 35)
		assert_true(count_found(count, 0.5, count, 1) <= HISTORIES * LEVEL);
}

TEST(shift_of_5_percent_in_the_middle_is_found)
{
	assert_true(count_found(60, 0, 30, 1.05) >= HISTORIES * 95 / 100);
	assert_true(count_found(60, 0.5, 30, 1.05) >= HISTORIES * 65 / 100);
	assert_true(count_found(100, 0.5, 50, 1.05) >= HISTORIES * 90 / 100);
}

TEST(tenfold_step_is_found_in_the_last_8_of_100_runs)
{
	assert_true(count_found(100, 0, 92, 10) >= HISTORIES * 98 / 100);
	assert_true(count_found(100, 0.5, 92, 10) >= HISTORIES * 95 / 100);
}

/* ---- The parts of the test ---- */

/* Alternating noise, so order has no memory. 2 of the 3432 ways to choose half of the values are as
 * extreme; p is for two tests, and limited by the number of tried orders. */
TEST(step_between_two_halves_is_found_in_both_directions)
{
	static const double rise[] = {1.1, 0.9, 1.1, 0.9, 1.1, 0.9, 1,
				      5, 4.9, 5.1, 4.9, 5.1, 4.9, 5.1};
	double fall[COUNT(rise)];
	struct step_test test;

	for (size_t i = 0; i < COUNT(rise); i++)
		fall[COUNT(rise) - 1 - i] = rise[i];
	test = step_test(rise, COUNT(rise), 0.002);
	assert_true(test.split == 7 && test.autocorrelation == 0);
	assert_true(test.p >= 2.0 / 4001 && test.p <= 4 * 4.0 / 3432);
	test = step_test(fall, COUNT(fall), 0.002);
	assert_true(test.split == 7 && test.autocorrelation == 0);
	assert_true(test.p >= 2.0 / 4001 && test.p <= 4 * 4.0 / 3432);
}

/* A long first-order autoregression with two steps, whose correlation is known. The test assumes
 * one standard error more. */
TEST(assumed_autocorrelation_is_that_of_the_noise_between_steps)
{
	static const double correlations[] = {0, 0.3, 0.7};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	double values[4000];

	for (size_t c = 0; c < COUNT(correlations); c++) {
		double value = 0, expected = correlations[c] + 1 / sqrt(COUNT(values));
		struct step_test test;

		for (size_t i = 0; i < COUNT(values); i++) {
			value = correlations[c] * value + gsl_ran_gaussian(rng, 1);
			values[i] = value + (i < 1000 ? 0 : i < 2500 ? 1 : -1);
		}
		test = step_test(values, COUNT(values), 0.5);
		print_message("%g: %g\n", expected, test.autocorrelation);
		assert_true(fabs(test.autocorrelation - expected) < 0.03);
	}
	gsl_rng_free(rng);
}

#define MOSTLY_EQUAL \
	0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 3, 3, 3, 4, 3, 3
#define ONE_STEP \
	9, 4, 5, 8, 0, 7, 3, 0, 2, 1, 5, 7, 3, 6, 8, 1, 9, 3, 0, 3, 6, 4, \
	14, 18, 14, 13, 14, 21, 21, 19, 14, 14, 12, 12, 15, 15, 14, 14, 16, 17, 15, 20, 15, 14, \
	15, 18
#define TWO_STEPS \
	4, 0, 5, 6, 2, 2, 4, 1, 5, 4, 9, 9, 0, 9, 5, 1, 4, 5, 4, 7, \
	14, 11, 16, 16, 11, 9, 13, 9, 14, 15, 9, 17, \
	9, 8, 9, 12, 3, 10, 3, 5, 12, 6, 4, 6, 10, 8
#define WITH_OUTLIER \
	8, 5, 8, 4, 7, 60, 9, 5, 4, 0, 6, 1, 10, 12, 15, 16, 12, 9, 12, 11, 15, 8, 11, 12

#define EQUAL_WITH_OUTLIER \
	0, 0, 0, 0, 1, 1, 0, 0, 0, 50, 0, 0, 0, 0, 0, 1, 0, 0

#define WEAK_STEP \
	3, 3, 0, 1, 4, 6, 7, 3, 0, 0, 2, 4, 5, 14, 15, 8, 7, 11, 8, 13, 11, 14, 15, 8, 15, 6
#define SHORT_SERIES 7, 5, 4, 0, 0, 9, 1, 13, 7, 10, 11, 8, 7, 7

/* An independent program computed these, after the description in step_test.h and with the same
 * random numbers. */
TEST(results_are_those_of_an_independent_program)
{
	static const struct {
		double values[46];
		size_t count, split;
		double level, autocorrelation, p;
	} series[] = {
		{{MOSTLY_EQUAL}, 16, 9, 0.01, 0.489754689755, 2 * 2 / 801.0},
		{{ONE_STEP}, 46, 22, 0.01, 0.438570889067, 2 * 1 / 801.0},
		{{TWO_STEPS}, 46, 20, 0.01, 0.093333181909, 2 * 2 / 801.0},
		{{WITH_OUTLIER}, 24, 12, 0.01, 0.771865051082, 1},
		{{EQUAL_WITH_OUTLIER}, 18, 9, 0.01, 0.612003004630, 1},
		{{WEAK_STEP}, 26, 13, 0.05, 0.520016953134, 2 * 5 / 161.0},
		{{SHORT_SERIES}, 14, 7, 0.05, 0.328705976464, 2 * 11 / 36.0},
	};

	for (size_t i = 0; i < COUNT(series); i++) {
		struct step_test test = step_test(series[i].values, series[i].count,
						  series[i].level);

		assert_int_equal(test.split, series[i].split);
		assert_float_equal(test.autocorrelation, series[i].autocorrelation, 1e-9);
		assert_float_equal(test.p, series[i].p, 1e-9);
	}
}

/* Two orders of the C(n, n/2), in two tests: C(6, 3) = 20, C(7, 3) = 35, C(12, 6) = 924. */
TEST(values_needed_for_a_level_follow_from_the_number_of_orders)
{
	assert_int_equal(step_test_needed(4.0 / 20), 6);
	assert_int_equal(step_test_needed(4.0 / 20.1), 7);
	assert_int_equal(step_test_needed(4.0 / 35), 7);
	assert_int_equal(step_test_needed(4.0 / 924), 12);
	assert_int_equal(step_test_needed(0), 1000);
}

TEST(exact_values_have_a_step_at_every_change)
{
	static const double values[] = {30, 30, 35, 35, 34};
	struct change_point points[5];

	assert_int_equal(change_points_exact(values, 5, points), 2);
	assert_int_equal(points[0].first, 2);
	assert_int_equal(points[1].first, 4);
	assert_true(points[1].before == 35 && points[1].after == 34);
}

TEST(trend_is_the_median_slope)
{
	static const double values[] = {10, 12, 14, 100, 18};

	assert_true(trend_slope(values, 5) == 2);
	assert_true(trend_slope(values, 1) == 0);
}
