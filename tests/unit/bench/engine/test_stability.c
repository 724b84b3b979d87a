/* SPDX-License-Identifier: MIT */
/* What other figures rest on is measured again when it spreads too far. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/stability.h"
#include "tests/unit/bench/engine/runner_fixture.h"
#include "tests/unit/bench/fake_platform.h"

/* ---- Which samples do ---- */

#define SAMPLES 101

static bool alternating_is_steady(const uint64_t *places, uint32_t count)
{
	uint64_t samples[SAMPLES];

	for (uint32_t i = 0; i < SAMPLES; i++)
		samples[i] = places[i % count];
	return samples_are_stable(samples, SAMPLES);
}

#define STEADY(...) \
	alternating_is_steady((const uint64_t[]){__VA_ARGS__}, \
			      sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

TEST(samples_near_each_other_are_steady_whatever_a_few_others_are)
{
	assert_true(STEADY(50));
	assert_true(STEADY(50, 50, 50, 50, 50, 9000));
	assert_true(STEADY(50, 51, 52));
	assert_true(STEADY(1000, 1050, 1100));
}

TEST(a_wide_middle_half_is_not_steady)
{
	assert_false(STEADY(50, 53, 56, 59, 62, 65));
	assert_false(STEADY(1000, 1100, 1200, 1300, 1400));
}

TEST(one_step_of_a_clock_is_steady_and_two_are_not)
{
	assert_true(STEADY(52, 78));
	assert_true(STEADY(52, 78, 52, 79, 53, 78, 52, 78, 52, 104));
	assert_false(STEADY(52, 78, 104));
}

TEST(two_places_that_others_lie_between_are_no_step)
{
	assert_false(STEADY(52, 78, 52, 78, 52, 78, 52, 78, 33, 90));
}

TEST(a_single_sample_is_steady_and_none_is_not)
{
	uint64_t one = 7;

	assert_true(samples_are_stable(&one, 1));
	assert_false(samples_are_stable(&one, 0));
}

/* ---- What is done about it ---- */

#define RETAKES 6
#define LEAD_IN 16                      /* no more than that comes before the first sample */

static uint64_t wild_until;             /* trial; then they are all alike */

static int wild_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	values[0] = 100;
	if (runner_seen.trials++ < wild_until)
		values[0] += runner_seen.trials * 7 % 90;
	return 0;
}

static const struct benchmark wild = {
	.name = "fake.wild", .sample = wild_sample, .underlies_all = true,
};

TEST(samples_that_spread_too_far_are_taken_again_until_they_do_not)
{
	wild_until = LEAD_IN + 2 * SAMPLES;
	runner_run_one(&wild, "101");
	assert_uint_in_range(runner_seen.trials, 3 * SAMPLES, LEAD_IN + 4 * SAMPLES);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, SAMPLES);
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake_record_count(WIRE_warning), 0);
}

TEST(samples_that_never_get_steady_are_kept_and_warned_of)
{
	wild_until = UINT64_MAX;
	runner_run_one(&wild, "101");
	assert_uint_in_range(runner_seen.trials, (RETAKES + 1) * SAMPLES,
			     LEAD_IN + (RETAKES + 1) * SAMPLES);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, SAMPLES);
	assert_int_equal(fake_record_count(WIRE_warning), 1);
	assert_non_null(strstr(fake_record(WIRE_warning, 0)->warning.text,
			       "fake.wild: unstable in 7 attempts"));
}

TEST(what_nothing_rests_on_is_measured_once)
{
	struct benchmark alone = wild;

	wild_until = UINT64_MAX;
	alone.underlies_all = false;
	runner_run_one(&alone, "101");
	assert_uint_in_range(runner_seen.trials, SAMPLES, LEAD_IN + SAMPLES);
	assert_int_equal(fake_record_count(WIRE_warning), 0);
}

TEST(instructions_are_measured_once)
{
	wild_until = UINT64_MAX;
	fake.time_base = TIME_INSTRUCTIONS;
	runner_run_one(&wild, "101");
	assert_uint_in_range(runner_seen.trials, SAMPLES, LEAD_IN + SAMPLES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_near_each_other_are_steady_whatever_a_few_others_are),
		cmocka_unit_test(a_wide_middle_half_is_not_steady),
		cmocka_unit_test(one_step_of_a_clock_is_steady_and_two_are_not),
		cmocka_unit_test(two_places_that_others_lie_between_are_no_step),
		cmocka_unit_test(a_single_sample_is_steady_and_none_is_not),
		RUNNER_TEST(samples_that_spread_too_far_are_taken_again_until_they_do_not),
		RUNNER_TEST(samples_that_never_get_steady_are_kept_and_warned_of),
		RUNNER_TEST(what_nothing_rests_on_is_measured_once),
		RUNNER_TEST(instructions_are_measured_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
