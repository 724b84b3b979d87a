/* SPDX-License-Identifier: MIT */
/* Estimates of the coarse clock methods, checked with trials of known probability. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "lib/rng.h"
#include "lib/wire/samples.h"
#include "tools/analysis/coarse_clock.h"

#define TSC_HZ 1000000000u
#define STEP_TICKS 1000000u             /* of a clock of 1 ms */
#define OPERATION_TICKS 1000u
#define BLOCKS 1000
#define BLOCK 400

static struct coarse_run runs[COARSE_RUNS_MAX];
static bool first_block_is_disturbed;
static uint64_t ticks_of_operation = OPERATION_TICKS;
static uint64_t whole_steps;            /* seen by each operation */

static void add_stage(struct result *result, uint64_t id, const char *method, const char *stage,
		      const uint64_t values[BLOCKS])
{
	static uint8_t data[BLOCKS * SAMPLE_BYTES_MAX];
	struct wire_record series = {.kind = WIRE_series, .series = {
		.id = id, .bench = 1, .stage = stage, .iterations = BLOCK}};
	struct wire_record samples = {.kind = WIRE_samples, .samples = {.series = id, .n = BLOCKS}};
	char point[96] = "clock=tick period_us=1000 operation_us=1 one_in=1 method=";

	strcat(point, method);
	series.series.point = point;
	samples_pack(values, BLOCKS, data, sizeof(data), &samples.samples.data.size);
	samples.samples.data.data = data;
	result_add(result, &series);
	result_add(result, &samples);
}

/* Make a run of one method. Its last stage is omitted if it is incomplete. */
static struct result *make_result(const char *time_base, const char *method,
				  const uint64_t seen[BLOCKS], bool is_whole)
{
	const struct wire_record manifest = {.kind = WIRE_manifest, .manifest = {
		.time_base = time_base, .tsc_hz = TSC_HZ}};
	const struct wire_record bench = {.kind = WIRE_bench, .bench = {
		.id = 1, .name = COARSE_BENCH, .unit = "counts"}};
	const struct wire_record disturbed = {.kind = WIRE_disturbed, .disturbed = {
		.series = 1, .cause = "switch", .count = 1}};
	const struct log_account account = {0};
	struct result *result = result_new();
	uint64_t tsc[BLOCKS], steps[BLOCKS], all[BLOCKS];

	for (size_t i = 0; i < BLOCKS; i++) {
		tsc[i] = BLOCK * ticks_of_operation;
		steps[i] = seen[i] + BLOCK * whole_steps;
		all[i] = BLOCK;
	}
	result_add(result, &manifest);
	result_add(result, &bench);
	add_stage(result, 1, method, "seen", whole_steps > 0 ? all : seen);
	if (first_block_is_disturbed)
		result_add(result, &disturbed);
	add_stage(result, 2, method, "tsc", tsc);
	if (is_whole)
		add_stage(result, 3, method, "steps", steps);
	result_link(result, &account);
	return result;
}

static struct coarse_run estimate_run(const char *time_base, const char *method,
				      const uint64_t seen[BLOCKS])
{
	struct result *result = make_result(time_base, method, seen, true);
	struct coarse_run run;

	assert_int_equal(coarse_clock_find(result, runs), 1);
	run = runs[0];
	run.point = NULL;
	result_free(result);
	return run;
}

/* Draw trials that see a step with the theoretical probability times a bias. */
static void draw(uint64_t seen[BLOCKS], uint64_t seed, uint32_t bias_percent)
{
	struct rng rng;

	rng_seed(&rng, seed);
	for (size_t i = 0; i < BLOCKS; i++) {
		seen[i] = 0;
		for (int j = 0; j < BLOCK; j++)
			seen[i] += rng_below(&rng, 100 * STEP_TICKS) <
				   OPERATION_TICKS * bias_percent;
	}
}

TEST(random_trials_match_the_theory)
{
	uint64_t seen[BLOCKS];

	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct coarse_run run;

		draw(seen, seed, 100);
		run = estimate_run("real", "discrete", seen);
		assert_int_equal(run.whole.operations, BLOCKS * BLOCK);
		assert_true(fabs(run.whole.value / OPERATION_TICKS - 1) < 0.2);
		assert_true(run.whole.truth == OPERATION_TICKS);
		assert_true(fabs(run.slope + 0.5) < 0.1);
		assert_int_equal(run.verdict, COARSE_AS_EXPECTED);
	}
}

/* Only the last step of an operation of 3.001 or 2.999 steps is random. */
TEST(operation_of_three_steps_has_an_interval_of_less_than_one_operation)
{
	uint64_t seen[BLOCKS];

	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct coarse_run run;

		draw(seen, seed, 100);
		whole_steps = 3;
		ticks_of_operation = 3 * STEP_TICKS + OPERATION_TICKS;
		run = estimate_run("real", "discrete", seen);
		assert_true(run.whole.low < (double)ticks_of_operation);
		assert_true(run.whole.high > (double)ticks_of_operation);
		assert_true(run.whole.high - run.whole.low < OPERATION_TICKS);
		assert_true(run.covered >= COARSE_COVERED_MIN);
		assert_int_equal(run.verdict, COARSE_AS_EXPECTED);

		for (size_t i = 0; i < BLOCKS; i++)
			seen[i] = BLOCK - seen[i];
		whole_steps = 2;
		ticks_of_operation = 3 * STEP_TICKS - OPERATION_TICKS;
		run = estimate_run("real", "discrete", seen);
		assert_true(run.covered >= COARSE_COVERED_MIN);
		assert_int_equal(run.verdict, COARSE_AS_EXPECTED);
	}
	whole_steps = 0;
	ticks_of_operation = OPERATION_TICKS;
}

/* All trials saw three steps: the duration may be slightly more or slightly less. */
TEST(equal_trials_give_an_interval_on_both_sides_of_a_whole_step)
{
	const uint64_t seen[BLOCKS] = {0};
	struct coarse_run run;

	whole_steps = 3;
	ticks_of_operation = 3 * STEP_TICKS - 1;
	run = estimate_run("real", "discrete", seen);
	assert_true(run.whole.low < 3 * STEP_TICKS && run.whole.high > 3 * STEP_TICKS);
	assert_int_equal(run.covered, COARSE_REPETITIONS);
	whole_steps = 0;
	ticks_of_operation = OPERATION_TICKS;
}

/* An operation of exactly three steps never sees a fourth: one that was seen is not covered. */
TEST(one_step_too_many_in_each_repetition_is_not_covered)
{
	uint64_t seen[BLOCKS] = {0};
	struct coarse_run run;

	for (size_t i = 0; i < BLOCKS; i += BLOCKS / COARSE_REPETITIONS)
		seen[i] = 1;
	whole_steps = 3;
	ticks_of_operation = 3 * STEP_TICKS;
	run = estimate_run("real", "discrete", seen);
	assert_int_equal(run.repetitions, COARSE_REPETITIONS);
	assert_int_equal(run.covered, 0);
	whole_steps = 0;
	ticks_of_operation = OPERATION_TICKS;
}

/* Of RUNS runs whose clock sees this percentage of its steps, count the expected and the unexpected
 * verdicts. docs/statistics.md states the rates. */
#define RUNS (unit_trials(60, 200))

static void count_verdicts(uint32_t percent, uint32_t operation_ticks, size_t verdicts[])
{
	struct rng rng;
	uint64_t seen[BLOCKS];

	rng_seed(&rng, percent);
	memset(verdicts, 0, (COARSE_NOT_JUDGED + 1) * sizeof(*verdicts));
	for (size_t i = 0; i < RUNS; i++) {
		for (size_t j = 0; j < BLOCKS; j++) {
			seen[j] = 0;
			for (int k = 0; k < BLOCK; k++)
				seen[j] += rng_below(&rng, 100 * STEP_TICKS) <
					   operation_ticks * percent;
		}
		ticks_of_operation = operation_ticks;
		verdicts[estimate_run("real", "discrete", seen).verdict]++;
	}
	ticks_of_operation = OPERATION_TICKS;
	print_message("%u %% of the steps, %u ticks: %zu as expected, %zu not, %zu too few\n",
		      percent, operation_ticks, verdicts[COARSE_AS_EXPECTED],
		      verdicts[COARSE_NOT_AS_EXPECTED], verdicts[COARSE_TOO_FEW]);
}

TEST(good_clock_is_rarely_rejected)
{
	size_t verdicts[COARSE_NOT_JUDGED + 1];

	count_verdicts(100, OPERATION_TICKS, verdicts);
	assert_true(verdicts[COARSE_AS_EXPECTED] >= RUNS * 85 / 100);
	assert_true(verdicts[COARSE_NOT_AS_EXPECTED] <= RUNS * 5 / 100);
	count_verdicts(100, 10 * OPERATION_TICKS, verdicts);
	assert_true(verdicts[COARSE_AS_EXPECTED] >= RUNS * 85 / 100);
	assert_true(verdicts[COARSE_NOT_AS_EXPECTED] <= RUNS * 5 / 100);
}

/* Repetitions of ten seeds whose interval contains the truth. Operations take a hundredth of a
 * step. Each step meets one with this probability: one in four if operations fill a quarter of the
 * time. */
static size_t covered_if_steps_meet(uint32_t one_in)
{
	const uint32_t steps = BLOCK / 100 * one_in;    /* during a block */
	uint64_t seen[BLOCKS];
	size_t covered = 0;

	ticks_of_operation = STEP_TICKS / 100;
	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct rng rng;

		rng_seed(&rng, seed);
		for (size_t i = 0; i < BLOCKS; i++) {
			seen[i] = 0;
			for (uint32_t step = 0; step < steps; step++)
				seen[i] += rng_below(&rng, one_in) == 0;
		}
		covered += estimate_run("real", "discrete", seen).covered;
	}
	ticks_of_operation = OPERATION_TICKS;
	return covered;
}

/* By the binomial distributions of both, 983 of 1000 intervals of evenly spread operations contain
 * the truth, and 962 of independent ones. The ranges are three standard deviations wide on each
 * side. */
TEST(intervals_of_evenly_spread_operations_contain_the_truth_more_often)
{
	assert_uint_in_range(covered_if_steps_meet(4), 970, 995);
	assert_uint_in_range(covered_if_steps_meet(100), 943, 980);
}

TEST(clock_that_misses_a_quarter_of_its_steps_is_rejected)
{
	size_t verdicts[COARSE_NOT_JUDGED + 1];

	count_verdicts(75, OPERATION_TICKS, verdicts);
	assert_true(verdicts[COARSE_AS_EXPECTED] <= RUNS / 100);
	assert_true(verdicts[COARSE_NOT_AS_EXPECTED] >= RUNS * 95 / 100);
}

TEST(repetitions_are_judged_only_if_each_expects_five_steps)
{
	uint64_t seen[BLOCKS];
	struct coarse_run run;

	draw(seen, 3, 100);
	assert_int_equal(estimate_run("real", "discrete", seen).repetitions, 0);
	ticks_of_operation = 2 * OPERATION_TICKS;
	draw(seen, 3, 200);
	run = estimate_run("real", "discrete", seen);
	ticks_of_operation = OPERATION_TICKS;
	assert_int_equal(run.repetitions, COARSE_REPETITIONS);
	assert_true(run.covered >= COARSE_COVERED_MIN);
	assert_int_equal(run.verdict, COARSE_AS_EXPECTED);
}

TEST(biased_trials_are_rejected)
{
	uint64_t seen[BLOCKS];
	struct coarse_run run;

	draw(seen, 1, 400);
	run = estimate_run("real", "jittered", seen);
	assert_true(run.whole.low > OPERATION_TICKS);
	assert_int_equal(run.verdict, COARSE_NOT_AS_EXPECTED);
}

/* The exact limits for 0 of n trials are 0 and 1 - 0.025^(1/n). */
TEST(no_step_seen_gives_an_interval_from_zero)
{
	const uint64_t seen[BLOCKS] = {0};
	struct coarse_run run = estimate_run("real", "locked", seen);
	double high = 1 - pow(0.025, 1.0 / (BLOCKS * BLOCK));

	assert_true(run.whole.low == 0);
	assert_true(fabs(run.whole.high / (high * STEP_TICKS) - 1) < 1e-6);
	assert_true(run.off_half_widths > COARSE_OFF_HALF_WIDTHS_MIN);
	assert_int_equal(run.verdict, COARSE_AS_EXPECTED);
}

TEST(methods_and_verdicts_have_names)
{
	assert_string_equal(coarse_method_name(COARSE_LOOP), "loop");
	assert_string_equal(coarse_method_name(COARSE_JITTERED), "jittered");
	assert_string_equal(coarse_verdict_name(COARSE_AS_EXPECTED), "as expected");
	assert_string_equal(coarse_verdict_name(COARSE_NOT_JUDGED), "not judged under emulation");
}

TEST(run_of_an_unknown_method_is_omitted)
{
	const uint64_t seen[BLOCKS] = {0};
	struct result *result = make_result("real", "guess", seen, true);

	assert_int_equal(coarse_clock_find(result, runs), 0);
	result_free(result);
}

/* Operations of a millionth of a step: the interval is too wide to show an error. */
TEST(locked_run_of_too_short_operations_is_not_judged)
{
	const uint64_t seen[BLOCKS] = {0};

	ticks_of_operation = 1;
	assert_int_equal(estimate_run("real", "locked", seen).verdict, COARSE_TOO_FEW);
	ticks_of_operation = OPERATION_TICKS;
}

TEST(locked_run_that_sees_the_random_share_is_rejected)
{
	uint64_t seen[BLOCKS];

	draw(seen, 1, 100);
	assert_int_equal(estimate_run("real", "locked", seen).verdict, COARSE_NOT_AS_EXPECTED);
}

TEST(locked_run_with_steps_only_in_disturbed_samples_is_not_judged)
{
	uint64_t seen[BLOCKS] = {170};

	assert_int_equal(estimate_run("real", "locked", seen).verdict, COARSE_NOT_AS_EXPECTED);
	first_block_is_disturbed = true;
	assert_int_equal(estimate_run("real", "locked", seen).verdict, COARSE_DISTURBED);
	seen[1] = 1;
	assert_int_equal(estimate_run("real", "locked", seen).verdict, COARSE_NOT_AS_EXPECTED);
	first_block_is_disturbed = false;
}

/* Clopper-Pearson limits for 5 of 400 000, from the beta distribution. */
TEST(few_steps_give_a_wide_interval)
{
	uint64_t seen[BLOCKS] = {[10] = 2, [500] = 3};
	struct coarse_run run = estimate_run("real", "discrete", seen);

	assert_true(fabs(run.whole.low - 1.6235 * STEP_TICKS / (BLOCKS * BLOCK)) < 0.01);
	assert_true(fabs(run.whole.high - 11.668 * STEP_TICKS / (BLOCKS * BLOCK)) < 0.01);
	assert_int_equal(run.repetitions, 0);
}

TEST(loop_method_is_accurate_to_one_step)
{
	uint64_t seen[BLOCKS];
	struct coarse_run run;

	for (size_t i = 0; i < BLOCKS; i++)
		seen[i] = i % 5 < 2;
	run = estimate_run("real", "loop", seen);
	assert_true(run.whole.value == OPERATION_TICKS);
	assert_true(run.whole.high - run.whole.value == (double)STEP_TICKS / BLOCK);
	assert_int_equal(run.verdict, COARSE_AS_EXPECTED);
}

TEST(emulated_run_is_not_judged)
{
	uint64_t seen[BLOCKS] = {0};

	assert_int_equal(estimate_run("emulated", "discrete", seen).verdict, COARSE_NOT_JUDGED);
}

TEST(point_without_one_stage_is_omitted)
{
	const uint64_t seen[BLOCKS] = {0};
	struct result *result = make_result("real", "discrete", seen, false);

	assert_int_equal(coarse_clock_find(result, runs), 0);
	result_free(result);
}
