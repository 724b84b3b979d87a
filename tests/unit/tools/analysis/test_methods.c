/* SPDX-License-Identifier: MIT */
/* Two ways of measuring one operation, and the slope of a cost, against known answers. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/rng.h"
#include "lib/wire/samples.h"
#include "tools/analysis/analysis.h"

#define SAMPLES 9
#define TIMING 100

static struct analysis *analysis;
static struct result *result;
static uint64_t next_series;

static void add_series(uint64_t bench, const char *point, const char *stage, uint64_t iterations,
		       const uint64_t values[SAMPLES])
{
	uint8_t data[SAMPLES * SAMPLE_BYTES_MAX];
	uint64_t id = next_series++;
	const struct wire_record series = {
		.kind = WIRE_series,
		.series = {
			.id = id, .bench = bench, .point = point, .stage = stage,
			.iterations = iterations, .timed = 1, .cold_iterations = iterations,
		},
	};
	struct wire_record samples = {
		.kind = WIRE_samples, .samples = {.series = id, .n = SAMPLES},
	};

	samples_pack(values, SAMPLES, data, sizeof(data), &samples.samples.data.size);
	samples.samples.data.data = data;
	result_add(result, &series);
	result_add(result, &samples);
}

static void add_bench(uint64_t id, const char *name)
{
	const struct wire_record bench = {
		.kind = WIRE_bench, .bench = {id, name, "", "tsc_ticks", ""},
	};

	result_add(result, &bench);
}

/* A point at which 100 operations take so many ticks, and the timing of every sample as much. */
static void add_point(uint64_t bench, const char *point, uint64_t ticks, uint64_t timing)
{
	uint64_t once[SAMPLES], twice[SAMPLES];

	for (size_t i = 0; i < SAMPLES; i++) {
		once[i] = timing + ticks + i % 2;
		twice[i] = timing + 2 * ticks + i % 2;
	}
	add_series(bench, point, "", 100, once);
	add_series(bench, point, "2n", 200, twice);
}

static int begin(void **state)
{
	const uint64_t timing[SAMPLES] = {TIMING, TIMING, TIMING, TIMING, TIMING, TIMING, TIMING,
					  TIMING, TIMING};

	(void)state;
	result = result_new();
	next_series = 1;
	add_bench(1, TIMING_BENCH);
	add_series(1, "", "", 1, timing);
	return 0;
}

static int end(void **state)
{
	(void)state;
	result_free(result);
	return 0;
}

static void analyse(void)
{
	const struct log_account account = {0};

	result_link(result, &account);
	analysis_free(analysis);
	analysis = analysis_new(result);
}

TEST(an_operation_timed_right_gives_the_same_by_both_ways)
{
	add_bench(2, "cpu.loop");
	add_point(2, "", 5000, TIMING);
	analyse();
	assert_int_equal(analysis->method_point_count, 1);
	assert_float_equal(analysis->method_points[0].ticks[BY_SUBTRACTION].median, 50, 0.01);
	assert_float_equal(analysis->method_points[0].ticks[BY_DIFFERENCE].median, 50, 0.01);
	assert_true(analysis->method_points[0].agree);
	assert_false(analysis->has_call_slope);
}

TEST(a_timing_cost_that_is_not_the_samples_own_is_found_out)
{
	add_bench(2, "cpu.loop");
	add_point(2, "", 5000, 10 * TIMING);
	analyse();
	assert_float_equal(analysis->method_points[0].ticks[BY_SUBTRACTION].median, 59, 0.01);
	assert_float_equal(analysis->method_points[0].ticks[BY_DIFFERENCE].median, 50, 0.01);
	assert_false(analysis->method_points[0].agree);
}

TEST(a_series_without_its_double_is_not_compared)
{
	const uint64_t values[SAMPLES] = {0};

	add_bench(2, "cpu.loop");
	add_series(2, "", "", 100, values);
	add_series(2, "other=1", "2n", 200, values);
	analyse();
	assert_int_equal(analysis->method_point_count, 0);
}

TEST(the_cost_of_an_argument_is_the_slope_over_the_calls)
{
	add_bench(2, "cpu.call");
	for (uint64_t arguments = 0; arguments <= 7; arguments++) {
		char point[32];

		snprintf(point, sizeof(point), "arguments=%d", (int)arguments);
		add_point(2, point, 1000 + 300 * arguments, TIMING);
	}
	analyse();
	assert_true(analysis->has_call_slope);
	for (enum method method = 0; method < METHODS; method++) {
		assert_float_equal(analysis->call_slope[method].value, 3, 0.01);
		assert_true(analysis->call_slope[method].low <= 3.0001);
		assert_true(analysis->call_slope[method].high >= 2.9999);
		assert_true(analysis->call_slope[method].high < 3.1);
	}
}

/* ---- The slope itself ---- */

#define POINTS 8
#define DRAWS 101

/* Points on a line of slope 2, each a sample of uniform noise of +- half the width around it. */
static struct slope noisy_slope(double width, uint64_t seed, double outlier)
{
	static double values[POINTS][DRAWS];
	struct slope_point points[POINTS];
	struct slope slope;
	struct rng rng;

	rng_seed(&rng, seed);
	for (size_t i = 0; i < POINTS; i++) {
		for (size_t j = 0; j < DRAWS; j++)
			values[i][j] = 10 + 2 * (double)i +
				       width * (rng_below(&rng, 1001) / 1000.0 - 0.5);
		points[i] = (struct slope_point){(double)i, values[i], DRAWS};
	}
	for (size_t j = 0; j < DRAWS; j++)
		values[POINTS - 1][j] += outlier;
	slope_fit(points, POINTS, &slope);
	return slope;
}

TEST(without_noise_the_slope_is_exact_and_its_interval_a_point)
{
	struct slope slope = noisy_slope(0, 1, 0);

	assert_float_equal(slope.value, 2, 1e-12);
	assert_float_equal(slope.low, 2, 1e-12);
	assert_float_equal(slope.high, 2, 1e-12);
}

TEST(one_point_that_is_off_does_not_move_the_slope)
{
	assert_float_equal(noisy_slope(0, 1, 1000).value, 2, 1e-12);
}

/* A 95 % interval: of 60 draws, 52 or more are as good as certain. */
TEST(the_interval_holds_the_true_slope_as_often_as_it_says)
{
	unsigned held = 0;

	for (uint64_t seed = 0; seed < 60; seed++) {
		struct slope slope = noisy_slope(1, seed, 0);

		held += slope.low <= 2 && slope.high >= 2;
		assert_true(slope.low < slope.high);
	}
	assert_true(held >= 52);
}

#define ANALYSED(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ANALYSED(an_operation_timed_right_gives_the_same_by_both_ways),
		ANALYSED(a_timing_cost_that_is_not_the_samples_own_is_found_out),
		ANALYSED(a_series_without_its_double_is_not_compared),
		ANALYSED(the_cost_of_an_argument_is_the_slope_over_the_calls),
		cmocka_unit_test(without_noise_the_slope_is_exact_and_its_interval_a_point),
		cmocka_unit_test(one_point_that_is_off_does_not_move_the_slope),
		cmocka_unit_test(the_interval_holds_the_true_slope_as_often_as_it_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
