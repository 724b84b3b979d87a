/* SPDX-License-Identifier: MIT */
/* clock.coarse on the scripted machine, whose clock steps at every fourth reading, and timer
 * latency. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

enum {AXIS_PERIOD = 1, AXIS_OPERATION, AXIS_ONE_IN, AXIS_METHOD};

#define COARSE_WORDS 64
#define OPERATION_ELEMENTS 10000        /* of the documented operation, 10 us */

/* Linked between the benchmark and its work: counts the work without doing it. */
static uint64_t multiplied_elements;

void __wrap_chain_multiply(struct bench_ctx *ctx, uint64_t iterations);

void __wrap_chain_multiply(struct bench_ctx *ctx, uint64_t iterations)
{
	multiplied_elements += iterations;
	(void)ctx;
}

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.time_base = TIME_INSTRUCTIONS;
	return 0;
}

TEST_WITH(every_started_clock_is_stopped, reset, NULL)
{
	fake.coarse_system_period_ns = 4000000;
	bench_run("clock.coarse");
	assert_int_equal(fake.coarse_clocks, 0);
	assert_int_equal(fake_record_count(WIRE_series), 2 * 4 * 3);
	assert_string_equal(fake_record(WIRE_series, 23)->series.point,
			    "clock=system period_us=4000 operation_us=1 one_in=1 method=jittered");
}

/* The point with the documented operation, where each operation is timed. */
static struct bench_ctx coarse_context(uint64_t state[COARSE_WORDS])
{
	struct bench_ctx ctx = {.bench = bench_named("clock.coarse"), .suite = SUITE_QUICK};

	ctx.state = state;
	ctx.point[AXIS_PERIOD] = 1000;
	ctx.point[AXIS_OPERATION] = 10;
	ctx.point[AXIS_ONE_IN] = 1;
	return ctx;
}

TEST_WITH(only_clock_locked_methods_wait_for_a_step, reset, NULL)
{
	uint64_t coarse[COARSE_WORDS] = {0}, values[BENCH_STAGES_MAX];
	struct bench_ctx ctx = coarse_context(coarse);
	const struct axis *methods = &ctx.bench->axes[AXIS_METHOD];

	for (ctx.point[AXIS_METHOD] = 0; ctx.point[AXIS_METHOD] < 4; ctx.point[AXIS_METHOD]++) {
		bool is_locked = strcmp(methods->labels[ctx.point[AXIS_METHOD]], "locked") == 0 ||
				 strcmp(methods->labels[ctx.point[AXIS_METHOD]], "jittered") == 0;

		memset(coarse, 0, sizeof(coarse));
		fake.coarse_waits = 0;
		assert_int_equal(ctx.bench->setup(&ctx), 0);
		assert_int_equal(ctx.bench->sample(&ctx, values), 0);
		ctx.bench->teardown(&ctx);
		assert_int_equal(fake.coarse_waits > 0, is_locked);
	}
}

TEST_WITH(steps_seen_by_operations_are_counted, reset, NULL)
{
	uint64_t coarse[COARSE_WORDS] = {0}, values[BENCH_STAGES_MAX];
	struct bench_ctx ctx = coarse_context(coarse);

	ctx.point[AXIS_METHOD] = 1;
	fake.coarse_readings = 1;          /* then every second operation sees the step */
	assert_int_equal(ctx.bench->setup(&ctx), 0);
	multiplied_elements = 0;
	assert_int_equal(ctx.bench->sample(&ctx, values), 0);
	assert_int_equal(values[0], ctx.operations / 2);
	assert_int_equal(values[1], ctx.operations / 2);
	assert_true(values[2] > ctx.operations);
	assert_int_equal(multiplied_elements, ctx.operations * OPERATION_ELEMENTS);
}

/* The other operations are not timed: their share is other work. */
TEST_WITH(one_in_n_method_times_only_one_operation_in_n, reset, NULL)
{
	uint64_t coarse[COARSE_WORDS] = {0}, values[BENCH_STAGES_MAX];
	struct bench_ctx ctx = coarse_context(coarse);

	ctx.point[AXIS_METHOD] = 1;
	ctx.point[AXIS_ONE_IN] = 10;
	fake.coarse_readings = 1;
	assert_int_equal(ctx.bench->setup(&ctx), 0);
	multiplied_elements = 0;
	assert_int_equal(ctx.bench->sample(&ctx, values), 0);
	assert_int_equal(values[0], ctx.operations / 2);
	assert_true(multiplied_elements > 3 * ctx.operations * OPERATION_ELEMENTS);
}

TEST_WITH(missing_clock_is_skipped, reset, NULL)
{
	fake.trial_status = -ENOTSUP;
	bench_run("clock.coarse");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(fake_record(WIRE_skip, 1)->skip.missing, "coarse_clock");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}

TEST_WITH(timer_latency_is_counted_from_the_requested_deadline, reset, NULL)
{
	uint64_t before_tsc = clock_read();

	fake.late_ticks = 123;
	bench_run("clock.timer_latency");
	assert_int_equal(fake_record_count(WIRE_series), 3);
	assert_int_equal(bench_first_sample("lateness"), 123);
	/* The last interval is 10 ms, at the scripted machine's 2 GHz. */
	assert_true(fake.slept_until_tsc >= before_tsc + 20000000);
}

/* The quick suite has intervals of 50, 1000 and 10 000 us; the machine has 2 GHz. */
static size_t checks_failed_if_late_by(uint64_t ticks, enum time_base time_base)
{
	reset(NULL);
	fake.time_base = time_base;
	fake.late_ticks = ticks;
	bench_run("clock.timer_latency");
	return fake_record_count(WIRE_failed_check);
}

TEST_WITH(lateness_of_a_whole_interval_is_a_failed_check, reset, NULL)
{
	assert_int_equal(checks_failed_if_late_by(1999999, TIME_INSTRUCTIONS), 0);
	assert_int_equal(checks_failed_if_late_by(2000000, TIME_INSTRUCTIONS), 1);
	assert_int_equal(checks_failed_if_late_by(20000000, TIME_INSTRUCTIONS), 2);
	assert_int_equal(checks_failed_if_late_by(20000000, TIME_EMULATED), 0);
}

TEST_WITH(machine_without_a_timer_is_skipped, reset, NULL)
{
	fake.trial_status = -ENOTSUP;
	bench_run("clock.timer_latency");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(bench_skip_of("interval_us=50"), "timer");
}

/* ---- clock.read ---- */

static uint64_t read_fake_hz(void)
{
	return clock_read();
}

static uint64_t read_twice_as_fast(void)
{
	return 2 * clock_read();
}

static uint64_t read_stopped(void)
{
	return 7;
}

/* The same time in the low bits of a counter: it wraps in each wait. */
static uint64_t read_low_bits(void)
{
	return clock_read() & 0xffffff;
}

/* Failed checks of the machine with another clock. The machine has 2 GHz. */
static size_t checks_failed_with(struct counter counter)
{
	reset(NULL);
	fake.program_clocks[PROGRAM_CLOCK_HPET] = counter;
	bench_run_full("clock.read");
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_string_equal(fake_record(WIRE_series, 1)->series.point, "clock=hpet");
	return fake_record_count(WIRE_failed_check);
}

TEST_WITH(clock_that_stands_or_runs_ahead_is_a_failed_check, reset, NULL)
{
	uint64_t hz = platform_clock_hz();

	assert_int_equal(checks_failed_with((struct counter){hz, UINT64_MAX, read_fake_hz}), 0);
	assert_int_equal(checks_failed_with((struct counter){hz, 0xffffff, read_low_bits}), 0);
	assert_int_equal(checks_failed_with((struct counter){hz, UINT64_MAX, read_stopped}), 1);
	assert_int_equal(checks_failed_with((struct counter){1, UINT64_MAX, read_stopped}), 0);
	assert_int_equal(checks_failed_with((struct counter){hz, UINT64_MAX, read_twice_as_fast}),
			 1);
}
