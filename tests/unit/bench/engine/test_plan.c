/* SPDX-License-Identifier: MIT */
/* The benchmarks that the runner selects, and its reports of the others. */
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

RUNNER_TEST(missing_capability_is_named_in_a_skip_record)
{
	const struct wire_skip *skip;

	fake.capabilities = CAN_SMP;
	assert_int_equal(runner_run_one(&needy, NULL), 0);
	skip = &fake_record(WIRE_skip, 0)->skip;
	assert_string_equal(skip->bench, "fake.needy");
	assert_string_equal(skip->missing, "lapic");
	assert_string_equal(skip->point, "");
	assert_int_equal(runner_calls.setups, 0);
	assert_int_equal(fake_record(WIRE_end, 0)->end.skipped, 1);
	assert_int_equal(fake_record(WIRE_end, 0)->end.run, 0);
}

RUNNER_TEST(known_reason_for_a_missing_capability_is_reported)
{
	struct benchmark large = bench_counting;

	fake.missing = "ask the administrator";
	large.needs = CAN_PAGE_2M;
	runner_run_one(&large, NULL);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.detail,
			    "needs 2 MiB pages: ask the administrator");
}

RUNNER_TEST(benchmark_with_its_capabilities_is_run)
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

RUNNER_TEST(setup_that_skips_writes_a_skip_record_and_needs_no_teardown)
{
	assert_int_equal(runner_run_one(&skipping, NULL), 0);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "luck");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record(WIRE_end, 0)->end.skipped, 1);
	assert_int_equal(runner_calls.teardowns, 0);
}

RUNNER_TEST(pattern_without_a_match_gives_a_warning)
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

RUNNER_TEST(benchmarks_that_underlie_others_always_run)
{
	select_by("fake.counting");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 2);
	assert_string_equal(fake_record(WIRE_bench, 0)->bench.name, "fake.beneath");
	assert_string_equal(fake_record(WIRE_bench, 1)->bench.name, "fake.counting");
}

/* A run with no pattern at all would select everything. */
RUNNER_TEST(bench_parameter_without_a_pattern_selects_nothing)
{
	select_by("");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 0);
	assert_null(fake_record(WIRE_bench, 0));
}

RUNNER_TEST(patterns_before_an_invalid_one_are_used)
{
	select_by("fake.counting,");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 2);
}

/* In the order of the run. */
RUNNER_TEST(planned_benchmarks_are_announced_by_name)
{
	select_by("fake.counting");
	assert_string_equal(fake_record(WIRE_planned, 0)->planned.benches,
			    "fake.beneath,fake.counting");
	assert_null(fake_record(WIRE_planned, 1));
}

#define MANY 100

RUNNER_TEST(names_that_do_not_fit_continue_in_the_next_record)
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

RUNNER_TEST(underlying_benchmarks_do_not_run_alone)
{
	select_by("fake.countng");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 0);
	assert_null(fake_record(WIRE_planned, 0));
	assert_null(fake_record(WIRE_bench, 0));
}
