/* SPDX-License-Identifier: MIT */
/* clock.coarse: timing with a clock whose step is up to 1600 times the operation. Most samples see
 * no step, a few see one, and the mean is still correct if the start of a sample within a step is
 * random: M. Falco, "Measuring performance via probability", 2009. The TSC provides the true value.
 * There are four methods: a loop, divided by its length; single operations with random other work
 * between them; single operations right after a step, like those of a program that the clock wakes,
 * which never meet the next step; and single operations after a step and a random delay, which
 * corrects this. Operations of 3 ms see three or four steps of a 1 ms clock, so only the fourth
 * step is random. Timing a random selection of the operations gives the same mean at lower cost.
 *
 * A sample is a block of operations. The host joins blocks, so one series shows the estimate for
 * every number of operations. */
#include "bench/benchmark.h"
#include "bench/platform.h"
#include "bench/selftest/chains.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/words.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define TICK_SHORT_US 1000u
#define TICK_LONG_US 16000u             /* Windows' clock for many years */

#define MULTIPLICATIONS_PER_US 1000     /* approximately */
#define SHORTEST_US 1u                  /* shortest operation, in microseconds */
#define DOCUMENTED_US 10u               /* the operation of the paper: one in a hundred sees a 1 ms
					 * step */
#define SOME_OF_ALL 10u                 /* one of this many is timed */

#define BLOCKS 1000                     /* ten for each of a hundred repetitions */
#define LOOPS 4                         /* with as many operations in total as the blocks */
#define CALIBRATIONS 16
#define CALIBRATION_TURNS 10000
#define DELAY_TURNS 64                  /* iterations of other work between two TSC reads */
#define OTHER_WORK 3                    /* mean, in operations; at most half a step */
#define BATCH_PART 4                    /* part of a step that the operations after it fill */

enum {AXIS_CLOCK, AXIS_PERIOD, AXIS_OPERATION, AXIS_ONE_IN, AXIS_METHOD};
enum method {LOOP, DISCRETE, LOCKED, JITTERED};
enum {STAGE_SEEN, STAGE_STEPS, STAGE_TSC};

struct coarse {
	bool is_running;
	uint64_t period_ns, period_ticks;
	uint64_t batch, left;           /* operations after a step, and those still to do */
	uint32_t other_work_turns;      /* upper limit between two operations */
	volatile uint64_t result;       /* result of other work, so that this work is not optimised
					 * away */
};

static const char *const clock_labels[] = {
	[COARSE_TICK] = "tick", [COARSE_SYSTEM] = "system",
};

static const char *const method_labels[] = {
	[LOOP] = "loop", [DISCRETE] = "discrete", [LOCKED] = "locked", [JITTERED] = "jittered",
};

static size_t clocks(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = COARSE_TICK;
	values[1] = COARSE_SYSTEM;
	return 2;
}

static size_t periods_us(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	if (ctx->point[AXIS_CLOCK] == COARSE_SYSTEM) {
		values[0] = platform_coarse_system_period_ns() / NS_PER_US;
		if (values[0] == 0)
			bench_skip(ctx, "system_clock", "no operating system's clock");
		return values[0] != 0;
	}
	values[0] = TICK_SHORT_US;
	values[1] = TICK_LONG_US;
	if (ctx->suite != SUITE_QUICK)
		return 2;
	bench_skip(ctx, "time", "steps of %u us need the samples of the full suite",
		   TICK_LONG_US);
	return 1;
}

/* Operations for a clock. A clock with longer steps is measured only with the paper's operation,
 * which sees enough of the steps. */
static size_t operations_us(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	if (ctx->suite == SUITE_QUICK) {
		values[0] = SHORTEST_US;
		return 1;
	}
	if (ctx->point[AXIS_PERIOD] != TICK_SHORT_US) {
		values[0] = DOCUMENTED_US;
		return 1;
	}
	values[0] = SHORTEST_US;
	values[1] = DOCUMENTED_US;
	values[2] = 100;
	values[3] = 3000;
	return 4;
}

/* With the short step, all of the paper's operations are timed, and in a separate series a
 * selection of them. */
static size_t ones_in(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = 1;
	values[1] = SOME_OF_ALL;
	return ctx->point[AXIS_PERIOD] == TICK_SHORT_US &&
	       ctx->point[AXIS_OPERATION] == DOCUMENTED_US ? 2 : 1;
}

/* Longer operations and a selection are timed only by the method with random other work. */
static size_t methods(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	if (ctx->point[AXIS_ONE_IN] != 1 || ctx->point[AXIS_OPERATION] > DOCUMENTED_US) {
		values[0] = DISCRETE;
		return 1;
	}
	values[0] = LOOP;
	values[1] = DISCRETE;
	values[2] = LOCKED;
	values[3] = JITTERED;
	return 4;
}

static void operate(struct bench_ctx *ctx, uint64_t times)
{
	chain_multiply(ctx, times * ctx->point[AXIS_OPERATION] * MULTIPLICATIONS_PER_US);
}

_Static_assert(MULTIPLICATIONS_PER_US % CHAIN_ELEMENTS == 0, "the chain consists of whole "
							     "iterations");

/* Other work of a program. */
static void do_other_work(struct bench_ctx *ctx, uint32_t turns)
{
	struct coarse *coarse = ctx->state;
	uint64_t sum = 0;

	for (; turns > 0; turns--)
		sum += rng_next(&ctx->rng);
	coarse->result = sum;
}

/* Wait for a random part of a clock step, uniformly distributed. clock_read() measures the delay,
 * because a delay that is a tenth too short would exclude the operations that meet the next
 * step. */
static void coarse_delay_at_random(struct bench_ctx *ctx)
{
	const struct coarse *coarse = ctx->state;
	uint64_t begin_tsc = clock_read();
	uint64_t delay_ticks = rng_below(&ctx->rng, (uint32_t)coarse->period_ticks);

	while (clock_read() - begin_tsc < delay_ticks)
		do_other_work(ctx, DELAY_TURNS);
}

/* ---- Setup ---- */

static uint64_t shortest_operation_ticks(struct bench_ctx *ctx)
{
	uint64_t shortest_ticks = UINT64_MAX;

	for (int i = 0; i < CALIBRATIONS; i++) {
		uint64_t begin_tsc = clock_read(), ticks;

		operate(ctx, 1);
		ticks = clock_read() - begin_tsc;
		if (ticks < shortest_ticks)
			shortest_ticks = ticks;
	}
	return shortest_ticks;
}

/* Number of iterations of other work that take the given time; at least 1. */
static uint32_t turns_for(struct bench_ctx *ctx, uint64_t ticks)
{
	uint64_t begin_tsc = clock_read(), calibration_ticks;

	do_other_work(ctx, CALIBRATION_TURNS);
	calibration_ticks = clock_read() - begin_tsc;
	return (uint32_t)(ticks * CALIBRATION_TURNS / calibration_ticks) + 1;
}

/* Number of operations in a block. A full series of operations up to 100 us sees 600 steps of a 1
 * ms clock, and a hundred of a 16 ms clock. The number is not larger, because with instruction
 * counting every microsecond costs instructions. */
static uint64_t block_operations(const struct bench_ctx *ctx)
{
	uint64_t block_us = ctx->point[AXIS_PERIOD] == TICK_SHORT_US ? 600 : 1600;

	if (ctx->suite == SUITE_QUICK)
		return platform_time_base() == TIME_INSTRUCTIONS ? 40 : 100;
	if (ctx->point[AXIS_OPERATION] >= block_us)
		return 1;
	return block_us / ctx->point[AXIS_OPERATION];
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static int coarse_setup(struct bench_ctx *ctx)
{
	struct coarse *coarse = ctx->state;
	uint64_t operation_ticks = shortest_operation_ticks(ctx);

	coarse->period_ns = ctx->point[AXIS_PERIOD] * NS_PER_US;
	coarse->period_ticks = ticks_of_us(ctx->point[AXIS_PERIOD], platform_clock_hz());
	coarse->batch = coarse->period_ticks / BATCH_PART / operation_ticks + 1;
	coarse->other_work_turns = turns_for(ctx, smaller(2 * OTHER_WORK * operation_ticks,
							coarse->period_ticks));
	ctx->operations = block_operations(ctx);
	ctx->samples = BLOCKS;
	if (ctx->point[AXIS_METHOD] == LOOP) {
		ctx->operations *= BLOCKS / LOOPS;
		ctx->samples = LOOPS;
	}
	return 0;
}

static void coarse_teardown(struct bench_ctx *ctx)
{
	const struct coarse *coarse = ctx->state;

	if (coarse->is_running)
		platform_coarse_stop();
}

/* ---- A sample ---- */

/* Start the clock before the first operation. This must happen within the isolated section, because
 * the begin of the section disables interrupts. */
static int run_clock(struct bench_ctx *ctx)
{
	struct coarse *coarse = ctx->state;
	int status;

	if (coarse->is_running)
		return 0;
	status = platform_coarse_start((enum coarse_clock)ctx->point[AXIS_CLOCK],
				       coarse->period_ns);
	if (status == -ENOTSUP)
		return bench_skip(ctx, "coarse_clock", "this clock has no tick on this machine");
	if (status != 0)
		return bench_error(ctx, status, "the clock did not start: error %d", status);
	coarse->is_running = true;
	return 0;
}

/* Advance to the start of the next operation. */
static void approach(struct bench_ctx *ctx)
{
	struct coarse *coarse = ctx->state;
	uint64_t method = ctx->point[AXIS_METHOD];

	if (method == DISCRETE) {
		/* Operations that are not timed also serve as other work. */
		while (rng_below(&ctx->rng, (uint32_t)ctx->point[AXIS_ONE_IN]) != 0)
			operate(ctx, 1);
		do_other_work(ctx, rng_below(&ctx->rng, coarse->other_work_turns));
	} else if (method != LOOP && coarse->left-- == 0) {
		coarse->left = coarse->batch - 1;
		platform_coarse_wait();
		if (method == JITTERED)
			coarse_delay_at_random(ctx);
	}
}

/* Time operations by both clocks. At both ends the clocks are read in the same order. So both
 * intervals contain the same code, and the coarse clock must agree with clock_read(). */
static void time_by_both(struct bench_ctx *ctx, uint64_t times, uint64_t values[BENCH_STAGES_MAX])
{
	const struct coarse *coarse = ctx->state;
	uint64_t begin_tsc = clock_read(), begin_ns = platform_coarse_read_ns();
	uint64_t end_tsc, steps;

	operate(ctx, times);
	end_tsc = clock_read();
	steps = ticks_nearest(platform_coarse_read_ns() - begin_ns, coarse->period_ns);
	values[STAGE_SEEN] += steps > 0;
	values[STAGE_STEPS] += steps;
	values[STAGE_TSC] += end_tsc - begin_tsc;
}

static int coarse_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	uint64_t times = ctx->point[AXIS_METHOD] == LOOP ? ctx->operations : 1;
	int status = run_clock(ctx);

	if (status != 0)
		return status;
	values[STAGE_SEEN] = values[STAGE_STEPS] = values[STAGE_TSC] = 0;
	for (uint64_t done = 0; done < ctx->operations; done += times) {
		approach(ctx);
		time_by_both(ctx, times, values);
	}
	return 0;
}

static const struct axis axes[] = {
	[AXIS_CLOCK] = {"clock", clock_labels, clocks},
	[AXIS_PERIOD] = {"period_us", NULL, periods_us},
	[AXIS_OPERATION] = {"operation_us", NULL, operations_us},
	[AXIS_ONE_IN] = {"one_in", NULL, ones_in},
	[AXIS_METHOD] = {"method", method_labels, methods},
	{0},
};

/* Number of timed operations that saw a clock step, total number of steps, and ticks of
 * clock_read(). */
static const char *const stages[] = {
	[STAGE_SEEN] = "seen", [STAGE_STEPS] = "steps", [STAGE_TSC] = "tsc", NULL,
};

const struct benchmark bench_clock_coarse = {
	.name = "clock.coarse",
	.summary = "chains of 1000 dependent multiplications, timed by a coarse clock and by the "
		   WORD_CLOCK,
	.differs_hosted = "the tick is derived from CLOCK_MONOTONIC; the system clock is "
			  "CLOCK_REALTIME_COARSE, which the kernel's tick advances",
	.unit = UNIT_COUNTS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_CLOCK,
	.point_ms = 650,
	.axes = axes,
	.stages = stages,
	.tick_stages = 1u << STAGE_TSC,
	.state_bytes = sizeof(struct coarse),
	.setup = coarse_setup,
	.sample = coarse_sample,
	.teardown = coarse_teardown,
	.unverified = "the " WORD_CLOCK " times the same operations; the host tool compares",
};
