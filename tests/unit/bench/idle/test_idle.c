/* SPDX-License-Identifier: MIT */
/* Idle loop traces and their counters on the scripted machine. The loop is the real one. */
#include "tests/unit/bench/idle/trace_fixture.h"

#include <string.h>

#include "bench/engine/options.h"
#include "bench/selftest/chains.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

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

RESET_TEST(pass_takes_about_the_quantum)
{
	const struct idle_trace *trace = trace_fixture_open(false);

	assert_uint_in_range(trace->pass_ticks, 20 * TICKS_PER_US / 4, 20 * TICKS_PER_US * 4);
	assert_true(trace->record_ticks < trace->pass_ticks);
	platform_scope_end();
}

RESET_TEST(run_ends_when_its_time_is_over)
{
	struct idle_trace *trace = trace_fixture_open(true);

	trace->duration_ticks = 500 * TICKS_PER_US;
	assert_int_equal(platform_idle_run(trace), 0);
	assert_int_equal(trace->ended, IDLE_ENDED_TIME);
	assert_true(trace->end_tsc - trace->begin_tsc >= trace->duration_ticks);
	platform_scope_end();
}

RESET_TEST(full_ring_ends_the_run_and_is_reported)
{
	struct idle_trace *trace = trace_fixture_open(false);

	trace->duration_ticks = 10000000ull * TICKS_PER_US;
	assert_int_equal(platform_idle_run(trace), 0);
	assert_int_equal(trace->ended, IDLE_ENDED_FULL);
	assert_int_equal(ring_count(&trace->passes), PASSES);
	idle_trace_write(&trace_fixture_ctx, trace);
	assert_string_equal(fake_record(WIRE_idle, 0)->idle.ended, "full");
	assert_int_equal(fake_record(WIRE_idle, 0)->idle.passes_lost, 0);
	platform_scope_end();
}

RESET_TEST(overwriting_ring_counts_lost_passes)
{
	struct idle_trace *trace = trace_fixture_open(true);
	const struct wire_idle *idle;

	trace->loop.turns = 10;
	trace->duration_ticks = 1000 * TICKS_PER_US;
	assert_int_equal(platform_idle_run(trace), 0);
	idle_trace_write(&trace_fixture_ctx, trace);
	idle = &fake_record(WIRE_idle, 0)->idle;
	assert_true(idle->passes > PASSES);
	assert_int_equal(idle->passes_lost, idle->passes - PASSES);
	assert_int_equal(fake_record(WIRE_idle_passes, 0)->idle_passes.first, idle->passes_lost);
	platform_scope_end();
}

RESET_TEST(recorded_passes_add_up_to_the_run)
{
	struct idle_trace *trace = trace_fixture_open(false);
	const struct wire_idle_passes *passes;
	const struct wire_idle *idle;

	trace->duration_ticks = 200 * TICKS_PER_US;
	assert_int_equal(platform_idle_run(trace), 0);
	idle_trace_write(&trace_fixture_ctx, trace);
	idle = &fake_record(WIRE_idle, 0)->idle;
	passes = &fake_record(WIRE_idle_passes, 0)->idle_passes;
	assert_int_equal(passes->n, idle->passes);
	assert_int_equal(sum_of(passes->before, passes->n) + sum_of(passes->elapsed, passes->n),
			 idle->end_tsc - idle->begin_tsc);
	assert_int_equal(passes->reading0.size, 0);
	platform_scope_end();
}

/* Two passes overlap the interval. Of each, the time of an idle pass is not busy. */
RESET_TEST(busy_time_is_the_excess_of_overlapping_passes)
{
	struct idle_trace *trace = trace_fixture_open(false);

	trace->pass_ticks = 100;
	for (uint64_t i = 0; i < 4; i++)
		*(struct idle_pass *)ring_push(&trace->passes) =
			(struct idle_pass){.begin_tsc = 1000 * i, .end_tsc = 1000 * i + 150};
	assert_int_equal(idle_trace_busy_ticks(trace, 1149, 2001), 2 * 150 - 2 * 100);
	trace->pass_ticks = 149;
	assert_int_equal(idle_trace_busy_ticks(trace, 1149, 2001), 2 * 150 - 2 * 149);
	trace->pass_ticks = 151;
	assert_int_equal(idle_trace_busy_ticks(trace, 1149, 2001), 0);
	assert_int_equal(idle_trace_busy_ticks(trace, 1150, 2000), 0);
	platform_scope_end();
}

RESET_TEST(passes_below_the_threshold_are_only_counted)
{
	struct idle_trace *trace = trace_fixture_open(false);

	trace->loop.threshold_ticks = UINT64_MAX;
	trace->duration_ticks = 500 * TICKS_PER_US;
	assert_int_equal(platform_idle_run(trace), 0);
	assert_int_equal(ring_count(&trace->passes), 0);
	/* On a busy host, one pass may use the whole time. */
	assert_true(trace->loop.short_passes > 0);
	platform_scope_end();
}

RESET_TEST(lost_events_are_counted)
{
	struct idle_trace *trace = trace_fixture_open(false);
	const struct wire_idle_events *events;

	trace->duration_ticks = 1;
	assert_int_equal(platform_idle_run(trace), 0);
	for (uint32_t i = 0; i < EVENTS + 3; i++)
		idle_trace_add_event(trace, IDLE_EVENT_INTERRUPT, i, trace->begin_tsc + i);
	idle_trace_write(&trace_fixture_ctx, trace);
	events = &fake_record(WIRE_idle_events, 0)->idle_events;
	assert_int_equal(events->n, EVENTS);
	assert_int_equal(sum_of(events->value, EVENTS), 0 + 1 + 2 + 3);
	assert_int_equal(fake_record(WIRE_idle, 0)->idle.events_lost, 3);
	assert_int_equal(idle_trace_latest(trace, IDLE_EVENT_INTERRUPT)->value, EVENTS - 1);
	assert_null(idle_trace_latest(trace, IDLE_EVENT_DONE));
	platform_scope_end();
}

/* ---- Records ---- */

enum {
	KEPT = 100, LOST = 3,           /* passes: more than one record has */
	BEGIN = 5000,
	COLUMNS = 5,
};

/* The nth pass, of which each field grows at its own rate. */
static struct idle_pass nth_pass(uint32_t n)
{
	return (struct idle_pass){
		.begin_tsc = BEGIN + 200 * n + n % 7, .end_tsc = BEGIN + 200 * n + 190,
		.interrupts = n / 2, .readings = {7 + n, 9 + 3 * n},
	};
}

static struct idle_trace *made_trace(void)
{
	const struct idle_plan plan = {
		.quantum_ns = 20000, .passes = KEPT, .events = EVENTS, .overwrites = true,
	};
	struct idle_trace *trace;
	int status;

	platform_scope_begin();
	trace = idle_trace_open(&trace_fixture_ctx, &plan, &status);
	assert_non_null(trace);
	idle_trace_begin(trace);
	trace->loop.readings = 2;
	trace->loop.short_passes = 14;
	trace->readings[0].name = "smi";
	trace->readings[1].name = "cycles";
	trace->readings_before[0] = 6;
	trace->readings_before[1] = 5;
	trace->begin_tsc = BEGIN;
	trace->end_tsc = BEGIN + 200 * (KEPT + LOST);
	trace->tick_hz = 100;
	trace->interrupts = 11;
	trace->smis = 12;
	trace->rested_ticks = 13;
	trace->clock_ticks = 14;
	trace->vectors[0] = 1;
	trace->vectors[255] = 2;
	for (uint32_t n = 0; n < KEPT + LOST; n++)
		*(struct idle_pass *)ring_push(&trace->passes) = nth_pass(n);
	for (uint32_t n = 0; n < EVENTS; n++)
		idle_trace_add_event(trace, IDLE_EVENT_WAIT, n, BEGIN + 1000 * n);
	return trace;
}

/* Add the columns of a record up to passes, and compare them. */
static void check_passes(const struct wire_idle_passes *passes, struct idle_pass *at)
{
	const struct wire_bytes columns[COLUMNS] = {
		passes->before, passes->elapsed, passes->interrupts, passes->reading0,
		passes->reading1,
	};
	uint64_t values[COLUMNS][KEPT];

	assert_int_equal(passes->reading2.size, 0);
	assert_int_equal(passes->at, at->end_tsc - BEGIN);
	for (unsigned i = 0; i < COLUMNS; i++)
		assert_int_equal(samples_unpack(columns[i].data, columns[i].size, values[i], KEPT),
				 passes->n);
	for (uint64_t i = 0; i < passes->n; i++) {
		const struct idle_pass pass = nth_pass((uint32_t)(passes->first + i));

		at->begin_tsc = at->end_tsc + values[0][i];
		at->end_tsc = at->begin_tsc + values[1][i];
		at->interrupts += (uint32_t)values[2][i];
		at->readings[0] += (uint32_t)values[3][i];
		at->readings[1] += (uint32_t)values[4][i];
		assert_memory_equal(at, &pass, sizeof(pass));
	}
}

RESET_TEST(records_have_every_pass_event_and_vector)
{
	struct idle_trace *trace = made_trace();
	struct idle_pass at = {.end_tsc = BEGIN, .readings = {6, 5}};
	uint64_t id = idle_trace_write(&trace_fixture_ctx, trace), next = LOST;
	const struct wire_idle *idle = &fake_record(WIRE_idle, 0)->idle;
	const struct wire_idle_events *events = &fake_record(WIRE_idle_events, 0)->idle_events;
	const struct wire_record *record;

	assert_true(idle->id == id && fake.idle_reported == id);
	assert_true(idle->quantum_ticks == trace->quantum_ticks && idle->turns > 0);
	assert_true(idle->pass_ticks == trace->pass_ticks &&
		    idle->record_ticks == trace->record_ticks);
	assert_true(idle->begin_tsc == BEGIN && idle->end_tsc == trace->end_tsc);
	assert_true(idle->capacity == KEPT && idle->passes == KEPT + LOST &&
		    idle->passes_lost == LOST && idle->passes_short == 14);
	assert_true(idle->tick_hz == 100 && idle->interrupts == 11 && idle->smis == 12 &&
		    idle->rested_ticks == 13 && idle->clock_ticks == 14);
	assert_true(idle->events == EVENTS && idle->events_lost == 0);
	assert_string_equal(idle->readings, "smi,cycles");
	assert_string_equal(idle->ring, "overwrite");
	for (size_t i = 0; (record = fake_record(WIRE_idle_passes, i)) != NULL; i++) {
		assert_int_equal(record->idle_passes.idle, id);
		assert_int_equal(record->idle_passes.first, next);
		check_passes(&record->idle_passes, &at);
		next += record->idle_passes.n;
	}
	assert_int_equal(next, KEPT + LOST);
	assert_true(events->idle == id && events->first == 0 && events->n == EVENTS);
	assert_int_equal(sum_of(events->at, EVENTS), 0 + 1000 + 2000 + 3000);
	assert_int_equal(sum_of(events->kind, EVENTS), EVENTS * IDLE_EVENT_WAIT);
	assert_int_equal(sum_of(events->value, EVENTS), 0 + 1 + 2 + 3);
	assert_int_equal(fake_record(WIRE_idle_vector, 0)->idle_vector.vector, 0);
	assert_int_equal(fake_record(WIRE_idle_vector, 1)->idle_vector.vector, 255);
	assert_int_equal(fake_record(WIRE_idle_vector, 1)->idle_vector.count, 2);
	assert_null(fake_record(WIRE_idle_vector, 2));
	platform_scope_end();
}

/* ---- Readings at the end of a pass ---- */

static struct idle_reading readings[IDLE_READINGS_MAX];

/* On a machine that counts SMIs and the given events. */
static uint32_t open_readings(enum idle_reads reads, uint32_t countable, uint32_t asked)
{
	fake.smi_msr = 0x34;
	fake.counters = PLATFORM_PMC_MAX;
	fake.countable = countable;
	memset(readings, 0, sizeof(readings));
	return idle_readings_open(reads, asked, readings);
}

RESET_TEST(cycles_and_instructions_are_read_after_smis)
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

RESET_TEST(aperf_and_mperf_replace_missing_counters)
{
	const uint32_t registers = 1u << PMC_APERF | 1u << PMC_MPERF;

	assert_int_equal(open_readings(IDLE_READS_EVENTS, registers | 1u << PMC_CYCLES, 0), 3);
	assert_string_equal(readings[1].name, "aperf");
	assert_string_equal(readings[2].name, "mperf");
	assert_int_equal(open_readings(IDLE_READS_EVENTS, 0, 0), 1);
	assert_int_equal(fake.counters_open, 0);
}

RESET_TEST(requested_events_follow_the_smi_count)
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

RESET_TEST(secondary_cpus_and_processes_read_no_events)
{
	assert_int_equal(open_readings(IDLE_READS_SMIS, UINT32_MAX, 1u << PMC_LOADS), 1);
	assert_int_equal(open_readings(IDLE_READS_NOTHING, UINT32_MAX, 1u << PMC_LOADS), 0);
	fake.capabilities = 0;
	assert_int_equal(open_readings(IDLE_READS_EVENTS, UINT32_MAX, 1u << PMC_LOADS), 0);
	assert_int_equal(fake.counter_opens, 0);
}

/* ---- Benchmarks ---- */

/* A machine on which something else runs during long work, or on which the application does no work
 * after the calibrations. */
static struct {
	bool slows_long_work, loses_later_work, halves_later_work;
	uint64_t elements;
	unsigned times;                 /* with this number of elements */
} multiplying;

void __real_chain_multiply(struct bench_ctx *ctx, uint64_t elements);
void __wrap_chain_multiply(struct bench_ctx *ctx, uint64_t elements);

void __wrap_chain_multiply(struct bench_ctx *ctx, uint64_t elements)
{
	bool is_long = elements > 256 * CHAIN_ELEMENTS;

	multiplying.times = elements == multiplying.elements ? multiplying.times + 1 : 1;
	multiplying.elements = elements;
	if (multiplying.loses_later_work && is_long && multiplying.times > 9)
		return;
	if (multiplying.halves_later_work && is_long && multiplying.times > 9)
		elements /= 2;
	if (multiplying.slows_long_work && is_long)
		__real_chain_multiply(ctx, elements);
	__real_chain_multiply(ctx, elements);
}

static void assert_fault_fails_check(bool *fault, const char *check)
{
	bool has_failed = false;

	fake.time_base = TIME_INSTRUCTIONS;
	*fault = true;
	bench_run("idle.validation");
	*fault = false;
	for (size_t i = 0; i < fake_record_count(WIRE_failed_check); i++)
		has_failed |= strcmp(fake_record(WIRE_failed_check, i)->failed_check.check,
				     check) == 0;
	assert_true(has_failed);
}

RESET_TEST(work_that_shares_its_cpu_is_a_failed_check)
{
	assert_fault_fails_check(&multiplying.slows_long_work, "work");
}

RESET_TEST(work_that_the_idle_loop_does_not_find_is_a_failed_check)
{
	assert_fault_fails_check(&multiplying.loses_later_work, "idle_loop");
	assert_fault_fails_check(&multiplying.halves_later_work, "idle_loop");
}

RESET_TEST(known_work_is_measured_by_three_methods)
{
	bench_run("idle.validation");
	assert_true(bench_first_sample("handler") >= bench_first_sample("application"));
	assert_true(bench_first_sample("handler") < FAKE_EVENT_LATE_TICKS);
	assert_true(bench_first_sample("late") >= FAKE_EVENT_LATE_TICKS);
	assert_int_equal(fake_record_count(WIRE_idle), 4);
}

RESET_TEST(profile_without_a_timer_has_no_ticks)
{
	fake.capabilities = 0;
	bench_run("idle.profile");
	assert_int_equal(fake_record_count(WIRE_idle), 1);
	assert_string_equal(bench_skip_of(""), "lapic_timer");
}

RESET_TEST(profile_is_not_repeated_to_count_events)
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

RESET_TEST(times_on_the_command_line_must_be_within_limits)
{
	struct options options;

	options_init(&options);
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
