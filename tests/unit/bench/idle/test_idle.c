/* SPDX-License-Identifier: MIT */
/* Traces of idle loops and what is counted in them, on the scripted machine. The loop itself is the
 * real one. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/options.h"
#include "bench/noise/tally.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

#define PASSES 64
#define EVENTS 4
#define TICKS_PER_US 2000

static struct options options;
static struct bench_ctx ctx;

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = CAN_LAPIC_TIMER | CAN_PRIVILEGED;
	options_init(&options);
	ctx = (struct bench_ctx){
		.bench = bench_named("idle.validation"), .suite = SUITE_FULL, .options = &options,
	};
	return 0;
}

static struct idle_trace *open_trace(bool overwrites)
{
	const struct idle_plan plan = {
		.quantum_ns = 20000, .passes = PASSES, .events = EVENTS, .overwrites = overwrites,
	};
	struct idle_trace *trace;
	int status;

	platform_scope_begin();
	trace = idle_trace_open(&ctx, &plan, &status);
	assert_non_null(trace);
	assert_int_equal(status, 0);
	return trace;
}

/* Unpack a column of a block of passes and return its sum. */
static uint64_t sum_of(struct wire_bytes column, uint64_t n)
{
	uint64_t values[PASSES * 2], sum = 0;

	assert_int_equal(samples_unpack(column.data, column.size, values, PASSES * 2), n);
	for (uint64_t i = 0; i < n; i++)
		sum += values[i];
	return sum;
}

/* ---- Traces ---- */

TEST(a_pass_takes_about_the_quantum)
{
	const struct idle_trace *trace = open_trace(false);

	assert_in_range(trace->pass_ticks, 20 * TICKS_PER_US / 4, 20 * TICKS_PER_US * 4);
	assert_true(trace->record_ticks < trace->pass_ticks);
	platform_scope_end();
}

TEST(a_run_is_over_when_its_time_is)
{
	struct idle_trace *trace = open_trace(true);

	trace->duration_ticks = 500 * TICKS_PER_US;
	assert_int_equal(platform_idle_run(trace), 0);
	assert_int_equal(trace->ended, IDLE_ENDED_TIME);
	assert_true(trace->end_tsc - trace->begin_tsc >= trace->duration_ticks);
	platform_scope_end();
}

TEST(a_ring_too_small_ends_the_run_and_says_so)
{
	struct idle_trace *trace = open_trace(false);

	trace->duration_ticks = 10000000ull * TICKS_PER_US;
	assert_int_equal(platform_idle_run(trace), 0);
	assert_int_equal(trace->ended, IDLE_ENDED_FULL);
	assert_int_equal(ring_count(&trace->passes), PASSES);
	idle_trace_write(&ctx, trace);
	assert_string_equal(fake_record(WIRE_idle, 0)->idle.ended, "full");
	assert_int_equal(fake_record(WIRE_idle, 0)->idle.passes_lost, 0);
	platform_scope_end();
}

TEST(an_overwriting_ring_counts_what_it_lost)
{
	struct idle_trace *trace = open_trace(true);
	const struct wire_idle *idle;

	trace->loop.turns = 10;
	trace->duration_ticks = 1000 * TICKS_PER_US;
	assert_int_equal(platform_idle_run(trace), 0);
	idle_trace_write(&ctx, trace);
	idle = &fake_record(WIRE_idle, 0)->idle;
	assert_true(idle->passes > PASSES);
	assert_int_equal(idle->passes_lost, idle->passes - PASSES);
	assert_int_equal(fake_record(WIRE_idle_passes, 0)->idle_passes.first, idle->passes_lost);
	platform_scope_end();
}

TEST(recorded_passes_add_up_to_the_run)
{
	struct idle_trace *trace = open_trace(false);
	const struct wire_idle_passes *passes;
	const struct wire_idle *idle;

	trace->duration_ticks = 200 * TICKS_PER_US;
	assert_int_equal(platform_idle_run(trace), 0);
	idle_trace_write(&ctx, trace);
	idle = &fake_record(WIRE_idle, 0)->idle;
	passes = &fake_record(WIRE_idle_passes, 0)->idle_passes;
	assert_int_equal(passes->n, idle->passes);
	assert_int_equal(sum_of(passes->before, passes->n) + sum_of(passes->elapsed, passes->n),
			 idle->end_tsc - idle->begin_tsc);
	assert_int_equal(passes->reading0.size, 0);
	platform_scope_end();
}

TEST(passes_below_the_threshold_are_only_counted)
{
	struct idle_trace *trace = open_trace(false);

	trace->loop.threshold_ticks = UINT64_MAX;
	trace->duration_ticks = 500 * TICKS_PER_US;
	assert_int_equal(platform_idle_run(trace), 0);
	assert_int_equal(ring_count(&trace->passes), 0);
	/* On a busy host one pass may take all of the time. */
	assert_true(trace->loop.short_passes > 0);
	platform_scope_end();
}

TEST(events_without_room_are_counted)
{
	struct idle_trace *trace = open_trace(false);
	const struct wire_idle_events *events;

	trace->duration_ticks = 1;
	assert_int_equal(platform_idle_run(trace), 0);
	for (uint32_t i = 0; i < EVENTS + 3; i++)
		idle_trace_note(trace, IDLE_EVENT_INTERRUPT, i, trace->begin_tsc + i);
	idle_trace_write(&ctx, trace);
	events = &fake_record(WIRE_idle_events, 0)->idle_events;
	assert_int_equal(events->n, EVENTS);
	assert_int_equal(sum_of(events->value, EVENTS), 0 + 1 + 2 + 3);
	assert_int_equal(fake_record(WIRE_idle, 0)->idle.events_lost, 3);
	assert_int_equal(idle_trace_latest(trace, IDLE_EVENT_INTERRUPT)->value, EVENTS - 1);
	assert_null(idle_trace_latest(trace, IDLE_EVENT_DONE));
	platform_scope_end();
}

/* ---- What is read at the end of a pass ---- */

static struct idle_reading readings[IDLE_READINGS_MAX];

/* On a machine that counts SMIs and the events given. */
static uint32_t open_readings(enum idle_reads reads, uint32_t countable, uint32_t asked)
{
	fake.smi_msr = 0x34;
	fake.counters = PLATFORM_PMC_MAX;
	fake.countable = countable;
	memset(readings, 0, sizeof(readings));
	return idle_readings_open(reads, asked, readings);
}

TEST(cycles_and_instructions_are_read_after_smis)
{
	const uint32_t all = UINT32_MAX;

	assert_int_equal(open_readings(IDLE_READS_EVENTS, all, 0), 3);
	assert_string_equal(readings[0].name, "smi");
	assert_int_equal(readings[0].msr, 0x34);
	assert_string_equal(readings[1].name, "cycles");
	assert_int_equal(readings[1].msr, FAKE_COUNTER_MSR);
	assert_string_equal(readings[2].name, "instructions");
	assert_int_equal(readings[2].msr, FAKE_COUNTER_MSR + 1);
}

TEST(without_working_counters_aperf_and_mperf_are_read_if_they_work)
{
	const uint32_t registers = 1u << PMC_APERF | 1u << PMC_MPERF;

	assert_int_equal(open_readings(IDLE_READS_EVENTS, registers | 1u << PMC_CYCLES, 0), 3);
	assert_string_equal(readings[1].name, "aperf");
	assert_string_equal(readings[2].name, "mperf");
	assert_int_equal(open_readings(IDLE_READS_EVENTS, 0, 0), 1);
	assert_int_equal(fake.counters_open, 0);
}

TEST(what_is_asked_for_takes_the_places_after_smis)
{
	const uint32_t asked = 1u << PMC_BRANCHES | 1u << PMC_LOADS | 1u << PMC_STORES;

	assert_int_equal(open_readings(IDLE_READS_EVENTS, UINT32_MAX, asked), 3);
	assert_string_equal(readings[1].name, "branches");
	assert_string_equal(readings[2].name, "loads");
	fake.smi_msr = 0;
	assert_int_equal(idle_readings_open(IDLE_READS_EVENTS, asked, readings), 3);
	assert_string_equal(readings[0].name, "branches");
	assert_string_equal(readings[2].name, "stores");
}

TEST(other_cpus_and_processes_do_without_events)
{
	assert_int_equal(open_readings(IDLE_READS_SMIS, UINT32_MAX, 1u << PMC_LOADS), 1);
	assert_int_equal(open_readings(IDLE_READS_NOTHING, UINT32_MAX, 1u << PMC_LOADS), 0);
	fake.capabilities = 0;
	assert_int_equal(open_readings(IDLE_READS_EVENTS, UINT32_MAX, 1u << PMC_LOADS), 0);
	assert_int_equal(fake.counter_opens, 0);
}

/* ---- Noise ---- */

static struct noise_tally tally;

/* A run that saw gaps of so many ticks, one pass each, that ended one after the other. */
static void add_run(struct idle_trace *trace, const uint64_t *gaps, size_t count)
{
	uint64_t now_tsc = tally.begin_tsc;

	idle_trace_begin(trace);
	trace->passes.offered = trace->passes.kept = 0;
	for (size_t i = 0; i < count; i++) {
		struct idle_pass *pass = ring_push(&trace->passes);

		*pass = (struct idle_pass){now_tsc, now_tsc + trace->pass_ticks + gaps[i],
					   .interrupts = i == 0, .readings = {i > 0}};
		now_tsc = pass->end_tsc;
	}
	trace->begin_tsc = tally.begin_tsc;
	trace->end_tsc = now_tsc;
	noise_tally_add(&tally);
}

static struct idle_trace *open_tally(void)
{
	struct idle_trace *trace = open_trace(false);

	memset(&tally, 0, sizeof(tally));
	tally.trace = trace;
	tally.begin_tsc = 1000000;
	tally.limit_ticks = 5000;
	trace->readings[0].name = "smi";
	trace->loop.readings = 1;
	return trace;
}

TEST(gaps_are_counted_by_their_length)
{
	static const uint64_t gaps[] = {1024, 2047, 2048, 5000, 5001};
	struct idle_trace *trace = open_tally();

	add_run(trace, gaps, 5);
	assert_int_equal(tally.bins[10], 2);
	assert_int_equal(tally.bins[11], 1);
	assert_int_equal(tally.bins[12], 2);
	assert_int_equal(tally.firsts_ticks[10], trace->pass_ticks + 1024);
	assert_int_equal(tally.gap_ticks, 1024 + 2047 + 2048 + 5000 + 5001);
	assert_int_equal(tally.largest_ticks, 5001);
	assert_int_equal(tally.over_limit, 1);
	platform_scope_end();
}

TEST(the_longest_gap_stays_the_longest)
{
	static const uint64_t gaps[] = {3000, 7000, 2000};
	struct idle_trace *trace = open_tally();

	add_run(trace, gaps, 3);
	assert_int_equal(tally.largest_ticks, 7000);
	assert_int_equal(tally.largest_at_ticks, 2 * trace->pass_ticks + 10000);
	platform_scope_end();
}

TEST(a_gap_belongs_to_what_was_counted_during_it)
{
	static const uint64_t gaps[] = {3000, 3000, 3000};
	struct idle_trace *trace = open_tally();

	tally.limit_ticks = 0;
	add_run(trace, gaps, 3);
	assert_int_equal(tally.interrupt_gaps, 2);      /* the count goes from 0 to 1, and back */
	assert_int_equal(tally.smi_gaps, 1);
	assert_int_equal(tally.listed[0].interrupts, 1);
	assert_int_equal(tally.listed[0].smis, 0);
	assert_int_equal(tally.listed[1].smis, 1);
	platform_scope_end();
}

TEST(gaps_without_end_take_no_more_memory)
{
	uint64_t gaps[PASSES];
	struct idle_trace *trace = open_tally();

	for (size_t i = 0; i < PASSES; i++)
		gaps[i] = 1000000;
	for (int run = 0; run < 100; run++)
		add_run(trace, gaps, PASSES);
	assert_int_equal(tally.gaps, 100 * PASSES);
	assert_int_equal(tally.over_limit, 100 * PASSES);
	assert_int_equal(tally.listed_count, NOISE_LISTED_MAX);
	noise_tally_write(&ctx, &tally, true);
	noise_tally_write(&ctx, &tally, true);
	assert_int_equal(fake_record_count(WIRE_noise_gap), NOISE_LISTED_MAX);
	assert_int_equal(fake_record(WIRE_noise, 1)->noise.over_limit, 100 * PASSES);
	platform_scope_end();
}

TEST(noise_is_reported_of_every_cpu)
{
	fake.cpu_count = 2;
	bench_run("noise.gaps");
	assert_int_equal(fake_record_count(WIRE_noise), 2);
	assert_int_equal(fake_record(WIRE_noise, 1)->noise.cpu, 1);
	assert_int_equal(fake_record(WIRE_noise, 1)->noise.final, 1);
	assert_int_equal(fake_record_count(WIRE_os_activity), 2);
	assert_true(bench_first_sample("watched") > 0);
}

/* ---- Benchmarks ---- */

TEST(known_work_is_seen_three_times)
{
	bench_run("idle.validation");
	assert_true(bench_first_sample("handler") >= bench_first_sample("application"));
	assert_true(bench_first_sample("handler") < FAKE_EVENT_LATE_TICKS);
	assert_true(bench_first_sample("late") >= FAKE_EVENT_LATE_TICKS);
	assert_int_equal(fake_record_count(WIRE_idle), 4);
}

TEST(a_profile_without_a_timer_has_no_ticks)
{
	fake.capabilities = 0;
	bench_run("idle.profile");
	assert_int_equal(fake_record_count(WIRE_idle), 1);
	assert_string_equal(bench_skip_of(""), "lapic_timer");
}

TEST(a_profile_is_not_repeated_to_count_events)
{
	fake.capabilities = 0;
	fake.countable = UINT32_MAX;
	fake.counters = PLATFORM_PMC_MAX;
	bench_run_counted("idle.profile", "core");
	assert_int_equal(fake_record_count(WIRE_idle), 1);
	assert_int_equal(fake_record_count(WIRE_count), 0);
	assert_int_equal(fake_record_count(WIRE_samples), fake_record_count(WIRE_series));
	assert_int_equal(fake.counter_opens, 0);
}

TEST(times_on_the_command_line_are_kept_within_reason)
{
	assert_int_equal(options_parse(&options, "duration", "10m"), 0);
	assert_int_equal(options.duration_ns, 600000000000);
	assert_int_equal(options_parse(&options, "quantum", "100us"), 0);
	assert_int_equal(options.quantum_ns, 100000);
	assert_int_equal(options_parse(&options, "limit", "1ms"), 0);
	assert_int_equal(options.limit_ns, 1000000);
	assert_true(options_parse(&options, "quantum", "9us") != 0);
	assert_true(options_parse(&options, "quantum", "11ms") != 0);
	assert_true(options_parse(&options, "duration", "13h") != 0);
	assert_true(options_parse(&options, "duration", "0s") != 0);
	assert_int_equal(options.quantum_ns, 100000);
	assert_int_equal(options_parse(&options, "suite", "noise"), 0);
	assert_int_equal(options.suite, SUITE_NOISE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_pass_takes_about_the_quantum, reset),
		cmocka_unit_test_setup(a_run_is_over_when_its_time_is, reset),
		cmocka_unit_test_setup(a_ring_too_small_ends_the_run_and_says_so, reset),
		cmocka_unit_test_setup(an_overwriting_ring_counts_what_it_lost, reset),
		cmocka_unit_test_setup(recorded_passes_add_up_to_the_run, reset),
		cmocka_unit_test_setup(passes_below_the_threshold_are_only_counted, reset),
		cmocka_unit_test_setup(events_without_room_are_counted, reset),
		cmocka_unit_test_setup(cycles_and_instructions_are_read_after_smis, reset),
		cmocka_unit_test_setup(
			without_working_counters_aperf_and_mperf_are_read_if_they_work, reset),
		cmocka_unit_test_setup(what_is_asked_for_takes_the_places_after_smis, reset),
		cmocka_unit_test_setup(other_cpus_and_processes_do_without_events, reset),
		cmocka_unit_test_setup(gaps_are_counted_by_their_length, reset),
		cmocka_unit_test_setup(the_longest_gap_stays_the_longest, reset),
		cmocka_unit_test_setup(a_gap_belongs_to_what_was_counted_during_it, reset),
		cmocka_unit_test_setup(gaps_without_end_take_no_more_memory, reset),
		cmocka_unit_test_setup(noise_is_reported_of_every_cpu, reset),
		cmocka_unit_test_setup(known_work_is_seen_three_times, reset),
		cmocka_unit_test_setup(a_profile_without_a_timer_has_no_ticks, reset),
		cmocka_unit_test_setup(a_profile_is_not_repeated_to_count_events, reset),
		cmocka_unit_test_setup(times_on_the_command_line_are_kept_within_reason, reset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
