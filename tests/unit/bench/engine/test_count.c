/* SPDX-License-Identifier: MIT */
/* Event counts of benchmarks on a scripted machine: events, groups, overhead, and reports of
 * uncounted events. */
#include <string.h>

#include "tests/unit/unit.h"

#include "bench/engine/count.h"
#include "bench/engine/options.h"
#include "bench/engine/runner.h"
#include "lib/text/errno.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/fake_platform.h"

static unsigned trials;

static void run(struct bench_ctx *ctx, uint64_t iterations)
{
	uint64_t unused;

	(void)ctx;
	trials++;
	for (; iterations > 0; iterations--)
		platform_pmc_read(&unused);
}

static int sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	trials++;
	values[0] = 1;
	return 0;
}

static int faulting_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	if (fake.counters_open > 0)
		fake_fail("exception");
	return sample(ctx, values);
}

/* Each operation reads the scripted counters, which advance at each read. */
static const struct benchmark reading = {
	.name = "fake.reading", .summary = "a read of the counters", .run = run,
};

static const struct benchmark sampled = {
	.name = "fake.sampled", .summary = "a trial", .sample = sample,
};

static const struct benchmark faulting = {
	.name = "fake.faulting", .summary = "a trial that faults while it is counted",
	.sample = faulting_sample,
};

static unsigned run_counted(const struct benchmark *bench, const char *names)
{
	const struct benchmark *benchmarks[] = {bench, NULL};
	struct options options;

	options_init(&options);
	assert_int_equal(options_parse(&options, "bench", bench->name), 0);
	assert_int_equal(options_parse(&options, "samples", "9"), 0);
	if (names != NULL)
		assert_int_equal(options_parse(&options, "pmc", names), 0);
	return runner_run(&options, benchmarks);
}

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = CAN_PMC;
	fake.countable = UINT32_MAX;
	fake.counters = 2;
	fake.count_step = 10;
	trials = 0;
	return 0;
}

/* Counters must be stopped, and the isolated section must not write. */
static int check_closed(void **state)
{
	(void)state;
	assert_int_equal(fake.counters_open, 0);
	assert_int_equal(fake.isolation_depth, 0);
	assert_false(fake.wrote_while_isolated);
	return 0;
}

static uint64_t first_of(const struct wire_bytes *bytes)
{
	uint64_t values[COUNT_SAMPLES];

	assert_int_equal(samples_unpack(bytes->data, bytes->size, values, COUNT_SAMPLES),
			 COUNT_SAMPLES);
	for (unsigned i = 1; i < COUNT_SAMPLES; i++)
		assert_int_equal(values[i], values[0]);
	return values[0];
}

TEST(event_names_are_single_events_sets_or_all)
{
	assert_int_equal(pmc_events_named("cycles"), 1u << PMC_CYCLES);
	assert_int_equal(pmc_events_named("branch"), 1u << PMC_BRANCHES | 1u << PMC_BRANCH_MISSES);
	assert_int_equal(pmc_events_named("all"), (1u << PMC_EVENT_COUNT) - 1);
	assert_int_equal(pmc_events_named("cycle"), 0);
	assert_int_equal(pmc_events_named(""), 0);
}

TEST(option_accepts_a_list_and_rejects_unknown_names)
{
	struct options options;

	options_init(&options);
	assert_int_equal(options.events, 0);
	assert_int_equal(options_parse(&options, "pmc", "cycles,interrupts"), 0);
	assert_int_equal(options_parse(&options, "pmc", "branches"), 0);
	assert_int_equal(options.events,
			 1u << PMC_CYCLES | 1u << PMC_INTERRUPTS | 1u << PMC_BRANCHES);
	assert_int_equal(options_parse(&options, "pmc", "tbl"), -EINVAL);
	assert_int_equal(options_parse(&options, "pmc", ""), -EINVAL);
	assert_int_equal(options_parse(&options, "pmc", NULL), -EINVAL);
}

TEST_WITH(events_are_counted_only_on_request, reset, check_closed)
{
	assert_int_equal(run_counted(&reading, NULL), 0);
	assert_int_equal(fake.counter_opens, 0);
	assert_int_equal(fake_record_count(WIRE_count), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 0);
}

/* An empty interval between two reads counts one step; each operation adds one. */
TEST_WITH(count_record_contains_its_overhead, reset, check_closed)
{
	const struct wire_count *count;

	assert_int_equal(run_counted(&reading, "cycles"), 0);
	count = &fake_record(WIRE_count, 0)->count;
	assert_string_equal(count->event, "cycles");
	assert_string_equal(count->counter, "scripted");
	assert_int_equal(count->select, 0x100 + PMC_CYCLES);
	assert_int_equal(count->iterations, 1);
	assert_int_equal(count->n, COUNT_SAMPLES);
	assert_int_equal(first_of(&count->overhead), 10);
	assert_int_equal(first_of(&count->data), 20);
}

TEST_WITH(more_events_than_counters_are_counted_in_several_runs, reset, check_closed)
{
	assert_int_equal(run_counted(&sampled, "cycles,instructions,branches,interrupts,loads"), 0);
	assert_int_equal(fake.counter_opens, 3);
	assert_int_equal(fake_record_count(WIRE_count), 5);
	assert_int_equal(trials, 1 + 5 + 9 + 3 * (1 + COUNT_SAMPLES));
	assert_string_equal(fake_record(WIRE_count, 0)->count.event, "cycles");
	assert_string_equal(fake_record(WIRE_count, 4)->count.event, "interrupts");
}

TEST_WITH(narrow_counter_may_wrap_within_a_sample, reset, check_closed)
{
	fake.count_mask = 31;
	assert_int_equal(run_counted(&sampled, "cycles"), 0);
	assert_int_equal(first_of(&fake_record(WIRE_count, 0)->count.data), 10);
}

TEST_WITH(unsupported_event_is_skipped_once_and_the_others_are_counted, reset, check_closed)
{
	const struct wire_skip *skip;

	fake.countable = 1u << PMC_BRANCHES;
	assert_int_equal(run_counted(&sampled, "branch"), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 1);
	skip = &fake_record(WIRE_skip, 0)->skip;
	assert_string_equal(skip->bench, "pmc.branch_misses");
	assert_string_equal(skip->missing, "event");
	assert_string_equal(skip->detail, "the script has none");
	assert_int_equal(fake_record_count(WIRE_count), 1);
}

TEST_WITH(machine_without_counters_skips_events_and_measures_time, reset, check_closed)
{
	fake.capabilities = 0;
	fake.countable = 0;
	assert_int_equal(run_counted(&sampled, "core"), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 5);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "pmc");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.detail,
			    "performance counter missing:the script has none");
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake_record_count(WIRE_count), 0);
}

TEST_WITH(fault_while_counting_ends_the_point_and_stops_the_counters, reset, check_closed)
{
	assert_int_equal(run_counted(&faulting, "cycles"), 1);
	assert_int_equal(fake_record_count(WIRE_fault), 1);
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake_record_count(WIRE_count), 0);
}

TEST_WITH(unreadable_counter_gives_no_count, reset, check_closed)
{
	fake.unread_after = 6;
	assert_int_equal(run_counted(&sampled, "cycles"), 0);
	assert_int_equal(fake_record_count(WIRE_count), 0);
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake_record_count(WIRE_skip), 1);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "event");
}
