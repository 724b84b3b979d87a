/* SPDX-License-Identifier: MIT */
/* Two methods of measuring one operation, and the slope of a cost, checked against known
 * answers. */
#include "tests/unit/unit.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/rng.h"
#include "lib/wire/samples.h"
#include "tools/analysis/analysis.h"
#include "tools/results/json.h"

#define SAMPLES 9
#define TIMING 100

static struct analysis *analysis;
static struct result *result;
static uint64_t next_series;

static size_t sample_count = SAMPLES;

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
		.kind = WIRE_samples, .samples = {.series = id, .n = sample_count},
	};

	samples_pack(values, sample_count, data, sizeof(data), &samples.samples.data.size);
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

/* A point at which 100 operations take this many ticks, and up to the spread more. Each sample has
 * this timing overhead. */
static void add_point_with_spread(uint64_t bench, const char *point, uint64_t ticks,
				  uint64_t timing, uint64_t spread)
{
	uint64_t once[SAMPLES], twice[SAMPLES];

	for (size_t i = 0; i < SAMPLES; i++) {
		once[i] = timing + ticks + i * spread / (SAMPLES - 1);
		twice[i] = timing + 2 * (ticks + i * spread / (SAMPLES - 1));
	}
	add_series(bench, point, "", 100, once);
	add_series(bench, point, "2n", 200, twice);
}

static void add_point(uint64_t bench, const char *point, uint64_t ticks, uint64_t timing)
{
	add_point_with_spread(bench, point, ticks, timing, 1);
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

TEST_WITH(correct_timing_gives_equal_results_by_both_methods, begin, end)
{
	add_bench(2, "cpu.loop");
	add_point(2, "", 5000, TIMING);
	analyse();
	assert_int_equal(analysis->method_point_count, 1);
	assert_float_equal(analysis->method_points[0].ticks[BY_SUBTRACTION].median, 50, 0.01);
	assert_float_equal(analysis->method_points[0].ticks[BY_DIFFERENCE].median, 50, 0.01);
	assert_int_equal(analysis->method_points[0].verdict, METHODS_AGREE);
	assert_false(analysis->has_call_slope);
}

/* All numbers of both methods, and the verdict, are in results.json. */
TEST_WITH(both_methods_are_written, begin, end)
{
	json_t *root, *methods, *one;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	add_bench(2, "cpu.call");
	add_point(2, "arguments=0", 5000, TIMING);
	add_point(2, "arguments=1", 5200, 10 * TIMING);
	analyse();
	results_json_write(analysis, file);
	fclose(file);
	root = json_loads(text, 0, NULL);
	free(text);
	assert_non_null(root);
	methods = json_object_get(root, "methods");
	assert_int_equal(json_array_size(methods), 2);
	for (size_t i = 0; i < 2; i++) {
		const struct method_point *point = &analysis->method_points[i];

		one = json_array_get(methods, i);
		assert_string_equal(json_string_value(json_object_get(one, "bench")), "cpu.call");
		assert_int_equal(json_integer_value(json_object_get(json_object_get(one, "point"),
								    "arguments")), i);
		assert_float_equal(json_real_value(json_object_get(
			json_object_get(one, "subtracted_ticks"), "median")),
			point->ticks[BY_SUBTRACTION].median, 1e-9);
		assert_float_equal(json_real_value(json_object_get(
			json_object_get(one, "difference_ticks"), "median")),
			point->ticks[BY_DIFFERENCE].median, 1e-9);
		assert_string_equal(json_string_value(json_object_get(one, "verdict")),
				    i == 0 ? "agree" : "differ");
	}
	json_decref(root);
}

TEST_WITH(wrong_timing_overhead_makes_the_methods_differ, begin, end)
{
	add_bench(2, "cpu.loop");
	add_point(2, "", 5000, 10 * TIMING);
	analyse();
	assert_float_equal(analysis->method_points[0].ticks[BY_SUBTRACTION].median, 59, 0.01);
	assert_float_equal(analysis->method_points[0].ticks[BY_DIFFERENCE].median, 50, 0.01);
	assert_int_equal(analysis->method_points[0].verdict, METHODS_DIFFER);
}

TEST_WITH(wide_intervals_neither_agree_nor_differ, begin, end)
{
	add_bench(2, "cpu.loop");
	add_point_with_spread(2, "", 5000, TIMING, 10000);
	analyse();
	for (enum method method = 0; method < METHODS; method++) {
		const struct stats *stats = &analysis->method_points[0].ticks[method];

		assert_float_equal(stats->min, 50, 1e-6);
		assert_float_equal(stats->median, 100, 1e-6);
		assert_float_equal(stats->max, 150, 1e-6);
	}
	assert_int_equal(analysis->method_points[0].verdict, METHODS_CANNOT_TELL);
	assert_string_equal(method_verdict_name[METHODS_CANNOT_TELL], "can't tell");
}

/* Equal samples: their values are known to a step of the clock, one tick of 100 operations, and a
 * difference of two samples to two steps. */
TEST_WITH(interval_of_a_difference_is_two_steps_of_the_clock, begin, end)
{
	const double steps[METHODS] = {[BY_SUBTRACTION] = 1, [BY_DIFFERENCE] = 2};

	add_bench(2, "cpu.loop");
	add_point_with_spread(2, "", 5000, TIMING, 0);
	analyse();
	for (enum method method = 0; method < METHODS; method++) {
		const struct stats *stats = &analysis->method_points[0].ticks[method];

		assert_float_equal(stats->median_high - stats->median_low, steps[method] / 100,
				   1e-5);
	}
}

TEST_WITH(series_without_its_double_is_not_compared, begin, end)
{
	const uint64_t values[SAMPLES] = {0};

	add_bench(2, "cpu.loop");
	add_series(2, "", "", 100, values);
	add_series(2, "other=1", "2n", 200, values);
	add_series(2, "third=1", "", 100, values);
	add_series(2, "third=1", "2n", 300, values);
	add_series(2, "fourth=1", "", 100, values);
	sample_count--;
	add_series(2, "fourth=1", "2n", 200, values);
	sample_count++;
	analyse();
	assert_int_equal(analysis->method_point_count, 0);
}

TEST_WITH(cost_of_an_argument_is_the_slope_over_the_calls, begin, end)
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

/* Points on a line of slope 2 with uniform noise of +- half the width. */
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

TEST(slope_without_noise_is_exact_with_an_interval_of_zero_width)
{
	struct slope slope = noisy_slope(0, 1, 0);

	assert_float_equal(slope.value, 2, 1e-12);
	assert_float_equal(slope.low, 2, 1e-12);
	assert_float_equal(slope.high, 2, 1e-12);
}

TEST(one_outlier_does_not_change_the_slope)
{
	assert_float_equal(noisy_slope(0, 1, 1000).value, 2, 1e-12);
}

/* With 95 % intervals, at least 52 of 60 draws contain the slope almost certainly. */
TEST(slope_interval_contains_the_true_slope_at_the_stated_rate)
{
	unsigned covered = 0;

	for (uint64_t seed = 0; seed < 60; seed++) {
		struct slope slope = noisy_slope(1, seed, 0);

		covered += slope.low <= 2 && slope.high >= 2;
		assert_true(slope.low < slope.high);
	}
	assert_true(covered >= 52);
}
