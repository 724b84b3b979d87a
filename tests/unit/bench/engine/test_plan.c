/* SPDX-License-Identifier: MIT */
/* What the runner runs of what was asked for, and what it says of the rest. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/measure.h"
#include "bench/engine/options.h"
#include "bench/engine/runner.h"
#include "bench/null/empty.h"
#include "lib/text/fmt.h"
#include "tests/unit/bench/engine/runner_fixture.h"
#include "tests/unit/bench/fake_platform.h"

static const struct benchmark needy = {
	.name = "fake.needy", .needs = CAN_LAPIC | CAN_SMP, .setup = counting_setup,
	.sample = counting_sample, .state_bytes = 64,
};

TEST(a_missing_capability_gives_a_skip_record_that_names_it)
{
	const struct wire_skip *skip;

	fake.capabilities = CAN_SMP;
	assert_int_equal(runner_run_one(&needy, NULL), 0);
	skip = &fake_record(WIRE_skip, 0)->skip;
	assert_string_equal(skip->bench, "fake.needy");
	assert_string_equal(skip->missing, "lapic");
	assert_string_equal(skip->point, "");
	assert_int_equal(runner_seen.setups, 0);
	assert_int_equal(fake_record(WIRE_end, 0)->end.skipped, 1);
	assert_int_equal(fake_record(WIRE_end, 0)->end.run, 0);
}

TEST(why_a_capability_is_missing_is_told_where_it_is_known)
{
	struct benchmark large = bench_counting;

	fake.missing = "ask the administrator";
	large.needs = CAN_PAGE_2M;
	runner_run_one(&large, NULL);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.detail,
			    "needs 2 MiB pages: ask the administrator");
}

TEST(a_benchmark_whose_capabilities_are_there_is_run)
{
	fake.capabilities = CAN_SMP | CAN_LAPIC;
	runner_run_one(&needy, "3");
	assert_int_equal(fake_record_count(WIRE_series), 1);
}

static int skipping_setup(struct bench_ctx *ctx)
{
	return bench_skip(ctx, "luck", "there was none");
}

static const struct benchmark skipping = {
	.name = "fake.skipping", .setup = skipping_setup, .sample = counting_sample,
	.teardown = counting_teardown,
};

TEST(a_setup_that_skips_gives_a_skip_record_and_no_teardown)
{
	assert_int_equal(runner_run_one(&skipping, NULL), 0);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "luck");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record(WIRE_end, 0)->end.skipped, 1);
	assert_int_equal(runner_seen.teardowns, 0);
}

TEST(a_pattern_that_matches_nothing_is_warned_of)
{
	const struct benchmark *benchmarks[] = {&bench_counting, NULL};
	struct options options;

	options_init(&options);
	options_parse(&options, "bench", "fake.countng");
	runner_run(&options, benchmarks);
	assert_string_equal(fake_record(WIRE_warning, 0)->warning.text,
			    "bench=fake.countng: no such benchmark");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 0);
}

static const struct benchmark beneath = {
	.name = "fake.beneath",
	.unit = UNIT_TSC_TICKS,
	.underlies_all = true,
	.run = empty_run,
};

static void select_by(const char *pattern)
{
	const struct benchmark *benchmarks[] = {&beneath, &bench_counting, NULL};
	struct options options;

	options_init(&options);
	options_parse(&options, "bench", pattern);
	runner_run(&options, benchmarks);
}

TEST(what_others_rest_on_runs_whatever_is_selected)
{
	select_by("fake.counting");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 2);
	assert_string_equal(fake_record(WIRE_bench, 0)->bench.name, "fake.beneath");
	assert_string_equal(fake_record(WIRE_bench, 1)->bench.name, "fake.counting");
}

/* Where no pattern at all would select everything. */
TEST(a_bench_word_without_a_pattern_selects_nothing)
{
	select_by("");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 0);
	assert_null(fake_record(WIRE_bench, 0));
}

TEST(patterns_before_an_unusable_one_select_what_they_match)
{
	select_by("fake.counting,");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 2);
}

/* In the order in which they run. */
TEST(what_is_going_to_run_is_announced_by_name)
{
	select_by("fake.counting");
	assert_string_equal(fake_record(WIRE_planned, 0)->planned.benches,
			    "fake.beneath,fake.counting");
	assert_null(fake_record(WIRE_planned, 1));
}

#define MANY 100

TEST(names_beyond_one_record_are_in_the_next)
{
	static struct benchmark many[MANY];
	static char names[MANY][32];
	const struct benchmark *benchmarks[MANY + 1] = {NULL};
	struct options options;
	size_t record = 0, found = 0;

	for (size_t i = 0; i < MANY; i++) {
		fmt_buffer(names[i], sizeof(names[i]), "fake.number_%lu_of_many", i);
		many[i] = (struct benchmark){
			.name = names[i], .unit = UNIT_TSC_TICKS, .run = empty_run,
		};
		benchmarks[i] = &many[i];
	}
	options_init(&options);
	options_parse(&options, "bench", "fake.*");
	options_parse(&options, "samples", "5");
	runner_run(&options, benchmarks);
	for (; fake_record(WIRE_planned, record) != NULL; record++) {
		const char *name = fake_record(WIRE_planned, record)->planned.benches;

		for (; name != NULL; found++) {
			assert_memory_equal(name, names[found], strlen(names[found]));
			name = strchr(name, ',');
			name = name != NULL ? name + 1 : NULL;
		}
	}
	assert_int_equal(found, MANY);
	assert_int_equal(record, 5);
}

TEST(what_others_rest_on_does_not_run_for_nothing)
{
	select_by("fake.countng");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 0);
	assert_null(fake_record(WIRE_planned, 0));
	assert_null(fake_record(WIRE_bench, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RUNNER_TEST(a_missing_capability_gives_a_skip_record_that_names_it),
		RUNNER_TEST(why_a_capability_is_missing_is_told_where_it_is_known),
		RUNNER_TEST(a_benchmark_whose_capabilities_are_there_is_run),
		RUNNER_TEST(a_setup_that_skips_gives_a_skip_record_and_no_teardown),
		RUNNER_TEST(a_pattern_that_matches_nothing_is_warned_of),
		RUNNER_TEST(what_others_rest_on_runs_whatever_is_selected),
		RUNNER_TEST(a_bench_word_without_a_pattern_selects_nothing),
		RUNNER_TEST(patterns_before_an_unusable_one_select_what_they_match),
		RUNNER_TEST(what_is_going_to_run_is_announced_by_name),
		RUNNER_TEST(names_beyond_one_record_are_in_the_next),
		RUNNER_TEST(what_others_rest_on_does_not_run_for_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
