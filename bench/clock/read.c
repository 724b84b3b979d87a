/* SPDX-License-Identifier: MIT */
/* clock.read: what a program pays to learn the time. M. Falco, "Measuring performance via
 * probability", 2009, depends on this cost, because a clock with a fine step may cost more to read
 * than one that a timer's interrupt advances. Each read is a call through a pointer, and returns
 * the clock's time in one number. The loop compiles to call, sub and jne. */
#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"
#include "lib/counter.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/pause.h"
#include "lib/text/ticks.h"

#define READS 100                       /* in a sample of a counted run */

/* The slowest coarse clock steps every 10 ms (Linux with CONFIG_HZ=100). */
#define STEP_US_MAX 10000u
#define WAIT_US (STEP_US_MAX + STEP_US_MAX / 5)

#define X(symbol, word) [PROGRAM_CLOCK_##symbol] = word,
static const char *const labels[] = {PROGRAM_CLOCKS(X)};
#undef X

static uint64_t read_cpu_clock(void)
{
	return clock_read();
}

static const struct counter *counter_of(enum program_clock clock)
{
	static struct counter cpu = {.mask = UINT64_MAX, .read = read_cpu_clock};

	if (clock != PROGRAM_CLOCK_CPU)
		return platform_program_clock(clock);
	cpu.rate_hz = platform_clock_hz();
	return &cpu;
}

static size_t present_clocks(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = 0;

	if (platform_is_hosted())
		bench_skip(ctx, "device_clock", "the kernel alone reads HPET and PM timer");
	else
		bench_skip(ctx, "system_clock", "no operating system's clocks");
	for (uint64_t clock = 0; clock < PROGRAM_CLOCK_COUNT; clock++) {
		if (counter_of((enum program_clock)clock) != NULL)
			values[count++] = clock;
	}
	return count;
}

static const struct axis axes[] = {{"clock", labels, present_clocks}, {0}};

struct clock_reader {
	const struct counter *counter;
};

static int clock_read_setup(struct bench_ctx *ctx)
{
	struct clock_reader *reader = ctx->state;

	reader->counter = counter_of((enum program_clock)ctx->point[0]);
	return 0;
}

static void clock_read_run(struct bench_ctx *ctx, uint64_t iterations)
{
	const struct clock_reader *reader = ctx->state;
	uint64_t (*read)(void) = reader->counter->read;

	for (; iterations > 0; iterations--)
		read();
}

/* Around a read of the clock, the measuring clock is read twice. In between, the clock must advance
 * by at most the time between these two reads, 1 % more, and one step. A CPU-time clock may advance
 * by less, and a clock of seconds not at all. */
static int clock_read_verify(struct bench_ctx *ctx)
{
	const struct clock_reader *reader = ctx->state;
	const struct counter *counter = reader->counter;
	uint64_t hz = platform_limit_hz(), begin_tsc = clock_read(), first, passed, passed_us;
	uint64_t elapsed_us, step_us = ticks_to_us(1, counter->rate_hz);

	if (step_us < STEP_US_MAX)
		step_us = STEP_US_MAX;
	first = counter->read();
	while (clock_read() - begin_tsc < ticks_of_us(WAIT_US, hz))
		cpu_pause();
	passed = (counter->read() - first) & counter->mask;
	elapsed_us = ticks_to_us(clock_read() - begin_tsc, hz);
	passed_us = ticks_to_us(passed, counter->rate_hz);
	if ((passed == 0 && step_us < WAIT_US) ||
	    passed_us > elapsed_us + elapsed_us / 100 + step_us)
		validity_check_failed(ctx, "clock", "the clock advances by %lu us in %lu us",
				      passed_us, elapsed_us);
	return 0;
}

const struct benchmark bench_clock_read = {
	.name = "clock.read",
	.summary = "one read of a clock by a program",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.needs = CAN_CLOCK,
	.axes = axes,
	.state_bytes = sizeof(struct clock_reader),
	.setup = clock_read_setup,
	.run = clock_read_run,
	.loop_operations = READS,
	.verify = clock_read_verify,
	.verified = "the clock advances, and by no more than the time that passes and one step",
};
