/* SPDX-License-Identifier: MIT */
/* A simulated clock advances by many ticks at a time. The tests detect it, and compare runs on it.
 * docs/statistics.md states the rates. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "lib/wire/samples.h"
#include "tools/analysis/analysis.h"
#include "tools/analysis/clock_step.h"
#include "tools/compare/same_machine.h"

#define RUNS 120
#define PAIRS 20
#define SAMPLES 64
#define STEP 26.0
#define COST 58.5 /* ticks to read the clock: 2.25 steps */
#define OPERATION 240.0
#define TSC_HZ 2600000000u

/* A clock rounds the time down to a step. A hypervisor then scales the reading. */
struct clock {
	double step, scale;
	struct rng rng;
};

static double uniform(struct clock *clock)
{
	return (double)rng_below(&clock->rng, 1u << 30) / (1u << 30);
}

/* The clock's measurement of an interval with a random start. */
static uint64_t measured(struct clock *clock, double ticks)
{
	double begin = floor(1e6 * uniform(clock)) * clock->step + clock->step * uniform(clock);
	double from = floor(begin / clock->step) * clock->step;
	double to = floor((begin + ticks) / clock->step) * clock->step;

	return (uint64_t)(floor(to * clock->scale) - floor(from * clock->scale));
}

static void add_bench(struct result *result, struct clock *clock, uint64_t id, const char *name,
		      double ticks, double noise)
{
	uint8_t data[SAMPLES * SAMPLE_BYTES_MAX];
	uint64_t values[SAMPLES];
	struct wire_record samples = {.kind = WIRE_samples,
				      .samples = {.series = id, .n = SAMPLES}};
	const struct wire_record bench = {.kind = WIRE_bench, .bench = {
		.id = id, .name = name, .unit = TICKS_UNIT}};
	const struct wire_record series = {.kind = WIRE_series, .series = {
		.id = id, .bench = id, .iterations = 1, .timed = 1}};

	for (size_t i = 0; i < SAMPLES; i++)
		values[i] = measured(clock, ticks + noise * uniform(clock));
	values[7] += 20 * (uint64_t)clock->step; /* an outlier */
	samples_pack(values, SAMPLES, data, sizeof(data), &samples.samples.data.size);
	samples.samples.data.data = data;
	result_add(result, &bench);
	result_add(result, &series);
	result_add(result, &samples);
}

static struct result *run_on(struct clock *clock)
{
	const struct wire_record records[] = {
		{.kind = WIRE_manifest, .manifest = {.host = "linux", .time_base = "real",
						     .tsc_hz = TSC_HZ}},
		{.kind = WIRE_cpu, .cpu = {.vendor = "AuthenticAMD", .family = 25}},
		{.kind = WIRE_end, .end = {.status = "complete", .run = 2}},
	};
	const struct log_account account = {.records = 3};
	struct result *result = result_new();

	for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++)
		result_add(result, &records[i]);
	add_bench(result, clock, 1, TIMING_BENCH, COST, 0);
	add_bench(result, clock, 2, "made.one", COST + OPERATION, 0);
	add_bench(result, clock, 3, "made.two", COST + 900, 300);
	result_link(result, &account);
	return result;
}

static struct clock amd(void)
{
	struct clock clock = {.step = STEP, .scale = 1};

	rng_seed(&clock.rng, 5);
	return clock;
}

TEST(clock_step_is_estimated_from_the_samples)
{
	struct clock clock = amd();

	for (size_t i = 0; i < RUNS; i++) {
		struct result *result = run_on(&clock);

		assert_true(clock_step(result) == STEP);
		result_free(result);
	}
}

TEST(clock_step_of_one_benchmark_is_estimated)
{
	struct clock clock = amd();
	struct result *result = result_new();

	add_bench(result, &clock, 1, "made.one", COST + OPERATION, 0);
	result_link(result, &(struct log_account){.records = 3});
	assert_true(clock_step(result) == STEP);
	result_free(result);
}

/* A hypervisor scales the TSC, and rounds. */
TEST(scaled_clock_step_is_estimated)
{
	struct clock clock = amd();
	size_t found = 0;

	clock.scale = 2595.0 / 2600;
	for (size_t i = 0; i < RUNS; i++) {
		struct result *result = run_on(&clock);

		found += fabs(clock_step(result) - STEP * clock.scale) < 0.5;
		result_free(result);
	}
	assert_true(found == RUNS);
}

TEST(clock_without_steps_reports_no_step)
{
	struct clock clock = {.step = 1, .scale = 1};

	rng_seed(&clock.rng, 5);
	for (size_t i = 0; i < RUNS; i++) {
		struct result *result = run_on(&clock);

		assert_true(clock_step(result) == 1);
		result_free(result);
	}
}

/* 100 samples: most at 100, which is the median, 40 at 140, and some others. */
static double step_of(uint64_t other, size_t others)
{
	const struct wire_record bench = {.kind = WIRE_bench, .bench = {
		.id = 1, .name = "made.one", .unit = TICKS_UNIT}};
	const struct wire_record series = {.kind = WIRE_series, .series = {
		.id = 1, .bench = 1, .iterations = 1, .timed = 1}};
	struct wire_record samples = {.kind = WIRE_samples, .samples = {.series = 1, .n = 100}};
	struct result *result = result_new();
	uint8_t data[100 * SAMPLE_BYTES_MAX];
	uint64_t values[100];
	double step;

	for (size_t i = 0; i < 100; i++)
		values[i] = i < 40 ? 140 : i < 40 + others ? other : 100;
	samples_pack(values, 100, data, sizeof(data), &samples.samples.data.size);
	samples.samples.data.data = data;
	result_add(result, &bench);
	result_add(result, &series);
	result_add(result, &samples);
	result_link(result, &(struct log_account){.records = 3});
	step = clock_step(result);
	result_free(result);
	return step;
}

/* 2 % of the samples within 16 steps may be more than 2 ticks off. */
TEST(samples_between_the_steps_refute_the_step)
{
	assert_true(step_of(117, 2) == 40);
	assert_true(step_of(117, 3) == 1);
	assert_true(step_of(83, 3) == 1);
	assert_true(step_of(102, 4) == 40);
	assert_true(step_of(103, 4) == 1);
	assert_true(step_of(137, 4) == 1);
	assert_true(step_of(100 + 16 * 40, 4) == 40);
	assert_true(step_of(100 + 16 * 40 - 3, 4) == 1);
	assert_true(step_of(100 + 16 * 40 + 3, 4) == 40);
}

static struct metric_samples first_metric(const struct analysis *analysis, const char *bench)
{
	const struct metric *metric = metrics_find(&analysis->metrics, bench, "", "");

	assert_non_null(metric);
	return metric->warm;
}

/* In every run the timing overhead is subtracted. It is correct to a fraction of a step, because it
 * is the mean of 63 samples. */
TEST(timing_overhead_is_the_mean_and_is_subtracted_in_every_run)
{
	struct clock clock = amd();
	size_t subtracted = 0, covered = 0;

	for (size_t i = 0; i < RUNS; i++) {
		struct result *result = run_on(&clock);
		struct analysis *analysis = analysis_new_quick(result);
		struct stats ticks = first_metric(analysis, "made.one").summary.ticks;

		subtracted += analysis->overhead.state == OVERHEAD_KNOWN;
		assert_true(fabs(analysis->overhead.cost - COST) < STEP / 4);
		assert_true(ticks.median_high - ticks.median_low >= STEP - 1e-9);
		covered += ticks.median_low <= OPERATION && OPERATION <= ticks.median_high;
		analysis_free(analysis);
		result_free(result);
	}
	print_message("subtracted in %zu of %d runs, intervals hold the truth in %zu\n", subtracted,
		      RUNS, covered);
	assert_int_equal(subtracted, RUNS);
	assert_true(covered >= RUNS * 95 / 100);
}

static struct compared_runs one_run(struct clock *clock)
{
	struct compared_run *run = calloc(1, sizeof(*run));

	assert_non_null(run);
	run->path = strdup("run");
	run->result = run_on(clock);
	run->analysis = analysis_new_quick(run->result);
	return (struct compared_runs){.items = run, .count = 1};
}

TEST(repeated_runs_of_a_stepped_clock_are_comparable)
{
	struct clock clock = amd();
	size_t refused = 0;

	for (size_t i = 0; i < PAIRS; i++) {
		struct comparison comparison = {
			.kind = COMPARE_CHANGE, .sides = {one_run(&clock), one_run(&clock)}};
		struct reasons reasons = {0};

		same_machine_refuse(&comparison, &reasons);
		refused += reasons.count > 0;
		reasons_free(&reasons);
		compare_free(&comparison);
	}
	print_message("%zu of %d pairs refused\n", refused, PAIRS);
	assert_int_equal(refused, 0);
}
