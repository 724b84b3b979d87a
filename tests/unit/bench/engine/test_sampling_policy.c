/* SPDX-License-Identifier: MIT */
/* Number of repetitions and samples, and the points of a sweep. */
#include "tests/unit/unit.h"

#include "bench/engine/measure.h"
#include "bench/null/empty.h"
#include "tests/unit/bench/engine/runner_fixture.h"
#include "tests/unit/bench/fake_platform.h"

/* ---- Benchmarks timed by the runner ---- */

#define WARMING 77777           /* a length that calibration does not try */

static void counting_run(struct bench_ctx *ctx, uint64_t iterations)
{
	runner_calls.trials++;
	if (iterations == WARMING) {
		runner_calls.warming_trial = runner_calls.trials;
		assert_int_equal(fake.isolation_depth, 1);
	}
	if (iterations > runner_calls.largest_iterations)
		runner_calls.largest_iterations = iterations;
	empty_run(ctx, iterations);
}

static const struct benchmark single = {.name = "fake.single", .run = counting_run};
static const struct benchmark repeated = {
	.name = "fake.repeated", .run = counting_run, .loop_operations = 10,
};

RUNNER_TEST(operation_without_a_loop_runs_once_per_sample)
{
	runner_run_one(&single, NULL);
	assert_int_equal(runner_calls.largest_iterations, 1);
	assert_int_equal(fake_record(WIRE_series, 0)->series.iterations, 1);
	assert_int_equal(fake_record(WIRE_series, 0)->series.timed, 1);
}

RUNNER_TEST(loop_is_repeated_until_a_sample_is_long_for_the_clock)
{
	const struct wire_series *series;

	runner_run_one(&repeated, NULL);
	series = &fake_record(WIRE_series, 0)->series;
	assert_true(series->iterations > 100);
	assert_int_equal(series->iterations % 10, 0);
	assert_int_equal(series->cold_iterations, 10);
	assert_int_equal(series->iterations, runner_calls.largest_iterations);
}

RUNNER_TEST(loop_runs_one_iteration_if_a_tick_is_an_instruction)
{
	fake.time_base = TIME_INSTRUCTIONS;
	runner_run_one(&repeated, NULL);
	assert_int_equal(fake_record(WIRE_series, 0)->series.iterations, 10);
	assert_int_equal(runner_calls.largest_iterations, 10);
	assert_true(runner_calls.trials < 15);
}

RUNNER_TEST(number_of_samples_can_be_set)
{
	runner_run_one(&repeated, "77");
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, 77);
}

static int warming_setup(struct bench_ctx *ctx)
{
	ctx->warming = WARMING;
	return 0;
}

RUNNER_TEST(data_is_warmed_after_the_cold_sample)
{
	struct benchmark warming = repeated;

	warming.setup = warming_setup;
	runner_run_one(&warming, NULL);
	assert_int_equal(runner_calls.warming_trial, 2);
}

#define NEEDED_SAMPLES 123

static int needing_setup(struct bench_ctx *ctx)
{
	ctx->samples = NEEDED_SAMPLES;
	return counting_setup(ctx);
}

RUNNER_TEST(benchmark_can_require_a_number_of_samples)
{
	struct benchmark needing = bench_counting;

	needing.setup = needing_setup;
	runner_run_one(&needing, NULL);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, NEEDED_SAMPLES);
	assert_int_equal(runner_calls.teardowns, 1);
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

/* The previous axis decides: its value 0 ends the sizes after 64, 1 keeps all. */
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

RUNNER_TEST(last_axis_varies_fastest_and_point_names_contain_all_values)
{
	runner_run_one(&swept, "3");
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_string_equal(fake_record(WIRE_series, 0)->series.point, "wait=spin size_bytes=32");
	assert_string_equal(fake_record(WIRE_series, 1)->series.point, "wait=spin size_bytes=64");
}

RUNNER_TEST(omitted_axis_values_give_one_skip_record)
{
	runner_run_one(&swept, "3");
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.point, "wait=spin");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.detail, "128 bytes are too many");
	assert_string_equal(fake_record(WIRE_skip, 1)->skip.point, "wait=hlt");
	assert_string_equal(fake_record(WIRE_skip, 1)->skip.missing, "memory");
}

/* Metrics change with the seed, so a repeatable run needs a fixed seed. */
RUNNER_TEST(every_point_starts_with_the_same_random_seed)
{
	struct rng rng;

	rng_seed(&rng, 1);
	runner_run_one(&swept, "3");
	assert_int_equal(runner_calls.setups, 2);
	assert_true(runner_calls.first_random[0] == rng_next(&rng));
	assert_true(runner_calls.first_random[0] == runner_calls.first_random[1]);
}
