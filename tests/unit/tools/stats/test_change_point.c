/* SPDX-License-Identifier: MIT */
/* Steps where they were put, and none where there is noise alone. */
#include "tests/unit/unit.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#include "tools/stats/change_point.h"

#define VALUES 60
#define LEVEL 0.05
#define HISTORIES 1000

/* Levels of 100, with steps at two places. */
static void make_values(gsl_rng *rng, double values[VALUES], size_t first, size_t second)
{
	for (size_t i = 0; i < VALUES; i++) {
		double level = i < first ? 100 : i < second ? 110 : 104;

		values[i] = level * exp(gsl_ran_gaussian(rng, 0.01));
	}
}

TEST(steps_are_found_where_they_are)
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

TEST(noise_alone_seldom_has_a_step)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct change_point points[VALUES];
	double values[VALUES];
	size_t alarms = 0;

	for (size_t i = 0; i < HISTORIES; i++) {
		make_values(rng, values, VALUES, VALUES);
		alarms += change_points(values, VALUES, LEVEL, points) > 0;
	}
	print_message("%zu alarms in %d histories\n", alarms, HISTORIES);
	assert_true(alarms > 0 && alarms <= HISTORIES * LEVEL);
	gsl_rng_free(rng);
}

TEST(what_is_too_short_has_no_step)
{
	static const double values[] = {1, 1, 1, 9, 9, 9};
	struct change_point points[6];
	size_t needed = change_points_needed(LEVEL);

	assert_int_equal(change_points(values, 0, LEVEL, points), 0);
	assert_int_equal(change_points(values, 1, LEVEL, points), 0);
	assert_int_equal(change_points(values, 6, LEVEL, points), 0);
	assert_true(needed > 6 && needed < 15);
}

TEST(exact_values_step_wherever_they_differ)
{
	static const double values[] = {30, 30, 35, 35, 34};
	struct change_point points[5];

	assert_int_equal(change_points_exact(values, 5, points), 2);
	assert_int_equal(points[0].first, 2);
	assert_int_equal(points[1].first, 4);
	assert_true(points[1].before == 35 && points[1].after == 34);
}

TEST(the_trend_is_the_median_slope)
{
	static const double values[] = {10, 12, 14, 100, 18};

	assert_true(trend_slope(values, 5) == 2);
	assert_true(trend_slope(values, 1) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_are_found_where_they_are),
		cmocka_unit_test(noise_alone_seldom_has_a_step),
		cmocka_unit_test(what_is_too_short_has_no_step),
		cmocka_unit_test(exact_values_step_wherever_they_differ),
		cmocka_unit_test(the_trend_is_the_median_slope),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
