/* SPDX-License-Identifier: MIT */
/* How often the runner does what a benchmark measures, and at which points of its sweep. */
#include "tests/unit/unit.h"

#include "bench/engine/measure.h"
#include "bench/null/empty.h"
#include "tests/unit/bench/engine/runner_fixture.h"
#include "tests/unit/bench/fake_platform.h"

/* ---- Benchmarks that the runner times ---- */

#define WARMING 77777           /* no length that calibration tries */

static void counting_run(struct bench_ctx *ctx, uint64_t iterations)
{
	runner_seen.trials++;
	if (iterations == WARMING) {
		runner_seen.warming_trial = runner_seen.trials;
		assert_int_equal(fake.isolation_depth, 1);
	}
	if (iterations > runner_seen.largest_iterations)
		runner_seen.largest_iterations = iterations;
	empty_run(ctx, iterations);
}

static const struct benchmark single = {.name = "fake.single", .run = counting_run};
static const struct benchmark repeated = {
	.name = "fake.repeated", .run = counting_run, .loop_operations = 10,
};

TEST(an_operation_without_a_loop_is_done_once_a_sample)
{
	runner_run_one(&single, NULL);
	assert_int_equal(runner_seen.largest_iterations, 1);
	assert_int_equal(fake_record(WIRE_series, 0)->series.iterations, 1);
	assert_int_equal(fake_record(WIRE_series, 0)->series.timed, 1);
}

TEST(a_loop_is_repeated_until_a_sample_is_long_for_the_clock)
{
	const struct wire_series *series;

	runner_run_one(&repeated, NULL);
	series = &fake_record(WIRE_series, 0)->series;
	assert_true(series->iterations > 100);
	assert_int_equal(series->iterations % 10, 0);
	assert_int_equal(series->cold_iterations, 10);
	assert_int_equal(series->iterations, runner_seen.largest_iterations);
}

TEST(where_a_tick_is_an_instruction_a_loop_turns_once)
{
	fake.time_base = TIME_INSTRUCTIONS;
	runner_run_one(&repeated, NULL);
	assert_int_equal(fake_record(WIRE_series, 0)->series.iterations, 10);
	assert_int_equal(runner_seen.largest_iterations, 10);
	assert_true(runner_seen.trials < 15);
}

TEST(the_number_of_samples_can_be_given)
{
	runner_run_one(&repeated, "77");
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, 77);
}

static int warming_setup(struct bench_ctx *ctx)
{
	ctx->warming = WARMING;
	return 0;
}

TEST(what_a_benchmark_works_on_is_warmed_after_the_cold_sample)
{
	struct benchmark warming = repeated;

	warming.setup = warming_setup;
	runner_run_one(&warming, NULL);
	assert_int_equal(runner_seen.warming_trial, 2);
}

#define NEEDED_SAMPLES 123

static int needing_setup(struct bench_ctx *ctx)
{
	ctx->samples = NEEDED_SAMPLES;
	return counting_setup(ctx);
}

TEST(a_benchmark_that_needs_a_number_of_samples_gets_them)
{
	struct benchmark needing = bench_counting;

	needing.setup = needing_setup;
	runner_run_one(&needing, NULL);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, NEEDED_SAMPLES);
	assert_int_equal(runner_seen.teardowns, 1);
}

/* ---- Sweeps ---- */

static const char *const wait_labels[] = {"spin", "hlt"};

static size_t two_values(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = 0;
	values[1] = 1;
	return 2;
}

/* The first value of the axis before decides: 0 leaves out what comes after 64, 1 all. */
static size_t sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	bench_skip(ctx, "memory", "%d bytes are too many", 128);
	values[0] = 32;
	values[1] = 64;
	return ctx->point[0] == 0 ? 2 : 0;
}

static const struct axis swept_axes[] = {
	{"wait", wait_labels, two_values}, {"size_bytes", NULL, sizes}, {0},
};

static const struct benchmark swept = {
	.name = "fake.swept", .axes = swept_axes, .setup = counting_setup,
	.sample = counting_sample, .state_bytes = 64,
};

TEST(the_last_axis_is_swept_fastest_and_points_name_their_values)
{
	runner_run_one(&swept, "3");
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_string_equal(fake_record(WIRE_series, 0)->series.point, "wait=spin size_bytes=32");
	assert_string_equal(fake_record(WIRE_series, 1)->series.point, "wait=spin size_bytes=64");
}

TEST(what_an_axis_leaves_out_gives_one_skip_record)
{
	runner_run_one(&swept, "3");
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.point, "wait=spin");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.detail, "128 bytes are too many");
	assert_string_equal(fake_record(WIRE_skip, 1)->skip.point, "wait=hlt");
	assert_string_equal(fake_record(WIRE_skip, 1)->skip.missing, "memory");
}

/* The seed is part of what makes a run repeatable: figures change with it, so it must not. */
TEST(every_point_of_every_run_starts_with_the_same_random_numbers)
{
	struct rng rng;

	rng_seed(&rng, 1);
	runner_run_one(&swept, "3");
	assert_int_equal(runner_seen.setups, 2);
	assert_true(runner_seen.first_random[0] == rng_next(&rng));
	assert_true(runner_seen.first_random[0] == runner_seen.first_random[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RUNNER_TEST(an_operation_without_a_loop_is_done_once_a_sample),
		RUNNER_TEST(a_loop_is_repeated_until_a_sample_is_long_for_the_clock),
		RUNNER_TEST(where_a_tick_is_an_instruction_a_loop_turns_once),
		RUNNER_TEST(the_number_of_samples_can_be_given),
		RUNNER_TEST(what_a_benchmark_works_on_is_warmed_after_the_cold_sample),
		RUNNER_TEST(a_benchmark_that_needs_a_number_of_samples_gets_them),
		RUNNER_TEST(the_last_axis_is_swept_fastest_and_points_name_their_values),
		RUNNER_TEST(what_an_axis_leaves_out_gives_one_skip_record),
		RUNNER_TEST(every_point_of_every_run_starts_with_the_same_random_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
