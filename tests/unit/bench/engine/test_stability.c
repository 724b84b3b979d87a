/* SPDX-License-Identifier: MIT */
/* A benchmark that underlies others is repeated if its samples spread too far. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/stability.h"
#include "tests/unit/bench/engine/runner_fixture.h"
#include "tests/unit/bench/fake_platform.h"

/* ---- Stable samples ---- */

#define SAMPLES 101

static bool alternating_samples_are_stable(const uint64_t *places, uint32_t count)
{
	uint64_t samples[SAMPLES];

	for (uint32_t i = 0; i < SAMPLES; i++)
		samples[i] = places[i % count];
	return samples_are_stable(samples, SAMPLES);
}

#define STABLE(...) \
	alternating_samples_are_stable((const uint64_t[]){__VA_ARGS__}, \
				       sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

TEST(close_samples_are_stable_despite_a_few_outliers)
{
	assert_true(STABLE(50));
	assert_true(STABLE(50, 50, 50, 50, 50, 9000));
	assert_true(STABLE(50, 51, 52));
	assert_true(STABLE(1000, 1050, 1100));
}

TEST(wide_interquartile_range_is_unstable)
{
	assert_false(STABLE(50, 53, 56, 59, 62, 65));
	assert_false(STABLE(1000, 1100, 1200, 1300, 1400));
}

TEST(one_clock_step_is_stable_and_two_are_not)
{
	assert_true(STABLE(52, 78));
	assert_true(STABLE(52, 78, 52, 79, 53, 78, 52, 78, 52, 104));
	assert_false(STABLE(52, 78, 104));
}

TEST(two_clusters_with_values_in_between_are_not_one_step)
{
	assert_false(STABLE(52, 78, 52, 78, 52, 78, 52, 78, 33, 90));
}

TEST(one_sample_is_stable_and_no_sample_is_not)
{
	uint64_t one = 7;

	assert_true(samples_are_stable(&one, 1));
	assert_false(samples_are_stable(&one, 0));
}

/* ---- Repetition ---- */

#define RETAKES 6
#define LEAD_IN 16                      /* maximum number of trials before the first sample */

static uint64_t wild_until;             /* trial after which all samples are equal */

static int wild_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	values[0] = 100;
	if (runner_calls.trials++ < wild_until)
		values[0] += runner_calls.trials * 7 % 90;
	return 0;
}

static const struct benchmark wild = {
	.name = "fake.wild", .sample = wild_sample, .underlies_all = true,
};

RUNNER_TEST(unstable_samples_are_repeated_until_stable)
{
	char text[64];

	wild_until = LEAD_IN + 2 * SAMPLES;
	runner_run_one(&wild, "101");
	assert_uint_in_range(runner_calls.trials, 3 * SAMPLES, LEAD_IN + 4 * SAMPLES);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, SAMPLES);
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake_record_count(WIRE_warning), 0);
	assert_non_null(strstr(fake.text, "fake.wild: unstable, measured again"));
	/* The lead-in is shorter than an attempt. */
	snprintf(text, sizeof(text), "; using attempt %u\n", runner_calls.trials / SAMPLES);
	assert_non_null(strstr(fake.text, text));
}

RUNNER_TEST(samples_that_stay_unstable_are_kept_with_a_warning)
{
	wild_until = UINT64_MAX;
	runner_run_one(&wild, "101");
	assert_uint_in_range(runner_calls.trials, (RETAKES + 1) * SAMPLES,
			     LEAD_IN + (RETAKES + 1) * SAMPLES);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, SAMPLES);
	assert_int_equal(fake_record_count(WIRE_warning), 1);
	assert_non_null(strstr(fake_record(WIRE_warning, 0)->warning.text,
			       "fake.wild: unstable in 7 attempts"));
}

RUNNER_TEST(benchmark_that_underlies_nothing_is_measured_once)
{
	struct benchmark alone = wild;

	wild_until = UINT64_MAX;
	alone.underlies_all = false;
	runner_run_one(&alone, "101");
	assert_uint_in_range(runner_calls.trials, SAMPLES, LEAD_IN + SAMPLES);
	assert_int_equal(fake_record_count(WIRE_warning), 0);
}

RUNNER_TEST(instruction_counts_are_measured_once)
{
	wild_until = UINT64_MAX;
	fake.time_base = TIME_INSTRUCTIONS;
	runner_run_one(&wild, "101");
	assert_uint_in_range(runner_calls.trials, SAMPLES, LEAD_IN + SAMPLES);
}
