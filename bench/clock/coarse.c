/* SPDX-License-Identifier: MIT */
/* clock.coarse: timing by a clock whose step is up to 1600 times longer than the operation. Most
 * samples see no step, a few see one, and the mean is right all the same, if where in a step a
 * sample begins is left to chance: M. Falco, "Measuring performance via probability", 2009. The TSC
 * tells the truth beside it. Four ways: a loop, divided at its end; single operations with random
 * other work between; single operations that begin right after a step, as those of a program do
 * that the clock wakes up, which never meet the next one; and the same with a random delay, which
 * repairs it. Operations of 3 ms see three steps or four of a clock of 1 ms: there it is the fourth
 * that is left to chance. Timing only some of the operations, chosen by chance too, gives the same
 * mean for less.
 *
 * A sample is a block of operations. The host joins blocks, so that one series shows the
 * estimate at every number of operations. */
#include "bench/benchmark.h"
#include "bench/platform.h"
#include "bench/selftest/chains.h"
#include "lib/text/errno.h"
#include "lib/x86/tsc.h"

#define NS_PER_US 1000u
#define US_PER_SECOND 1000000u
#define TICK_SHORT_US 1000u
#define TICK_LONG_US 16000u             /* what Windows' clock did for many years */

#define MULTIPLICATIONS_PER_US 1000     /* more or less */
#define SHORTEST_US 1u                  /* operations of so many microseconds */
#define DOCUMENTED_US 10u               /* the document's: one in a hundred sees 1 ms step */
#define SOME_OF_ALL 10u                 /* one in so many is timed */

#define BLOCKS 1000                     /* ten for each of a hundred repetitions */
#define LOOPS 4                         /* which hold together as many operations as the blocks */
#define CALIBRATIONS 16
#define CALIBRATION_TURNS 10000
#define DELAY_TURNS 64                  /* of other work between two looks at the TSC */
#define OTHER_WORK 3                    /* mean, in operations; at most half a step */
#define BATCH_PART 4                    /* of a step that operations after it fill */

enum {AXIS_CLOCK, AXIS_PERIOD, AXIS_OPERATION, AXIS_ONE_IN, AXIS_METHOD};
enum method {LOOP, DISCRETE, LOCKED, JITTERED};
enum {STAGE_SEEN, STAGE_STEPS, STAGE_TSC};

struct coarse {
	bool is_running;
	uint64_t period_ns, period_ticks;
	uint64_t batch, left;           /* operations after a step, and of those still to come */
	uint32_t other_work_turns;      /* less than this between two operations */
	volatile uint64_t result;       /* of other work, so that it is done */
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

/* A clock of longer steps is looked at with the document's operation, which sees enough of them. */
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

/* Of the document's operation at the short step all are timed, and in a series of its own some. */
static size_t ones_in(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = 1;
	values[1] = SOME_OF_ALL;
	return ctx->point[AXIS_PERIOD] == TICK_SHORT_US &&
	       ctx->point[AXIS_OPERATION] == DOCUMENTED_US ? 2 : 1;
}

/* Longer operations, and a choice of them, are those of a program that does other work between. */
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

/* What a program does besides. */
static void do_other_work(struct bench_ctx *ctx, uint32_t turns)
{
	struct coarse *coarse = ctx->state;
	uint64_t sum = 0;

	for (; turns > 0; turns--)
		sum += rng_next(&ctx->rng);
	coarse->result = sum;
}

/* Up to a step of the clock, every length as likely: counted by the TSC, since what falls short
 * of a step by a tenth leaves out the operations that would have met the next one. */
static void coarse_delay_at_random(struct bench_ctx *ctx)
{
	const struct coarse *coarse = ctx->state;
	uint64_t begin_tsc = tsc_read_fenced();
	uint64_t delay_ticks = rng_below(&ctx->rng, (uint32_t)coarse->period_ticks);

	while (tsc_read_fenced() - begin_tsc < delay_ticks)
		do_other_work(ctx, DELAY_TURNS);
}

/* ---- Setup ---- */

static uint64_t shortest_operation_ticks(struct bench_ctx *ctx)
{
	uint64_t shortest_ticks = UINT64_MAX;

	for (int i = 0; i < CALIBRATIONS; i++) {
		uint64_t begin_tsc = tsc_read_fenced(), ticks;

		operate(ctx, 1);
		ticks = tsc_read_fenced() - begin_tsc;
		if (ticks < shortest_ticks)
			shortest_ticks = ticks;
	}
	return shortest_ticks;
}

/* How many turns of other work take so long; at least 1. */
static uint32_t turns_for(struct bench_ctx *ctx, uint64_t ticks)
{
	uint64_t begin_tsc = tsc_read_fenced(), calibration_ticks;

	do_other_work(ctx, CALIBRATION_TURNS);
	calibration_ticks = tsc_read_fenced() - begin_tsc;
	return (uint32_t)(ticks * CALIBRATION_TURNS / calibration_ticks) + 1;
}

/* Operations in a block: a clock of 1 ms steps 600 times during those of a full series if they are
 * no longer than 100 us, one of 16 ms a hundred times. Where a tick is an instruction every
 * microsecond is paid for in instructions. */
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
	coarse->period_ticks = platform_tsc_hz() / US_PER_SECOND * ctx->point[AXIS_PERIOD];
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

/* The first operation of all starts the clock: in the quiet section, which takes away
 * interrupts. */
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

/* Go to where the next operation begins. */
static void approach(struct bench_ctx *ctx)
{
	struct coarse *coarse = ctx->state;
	uint64_t method = ctx->point[AXIS_METHOD];

	if (method == DISCRETE) {
		/* Operations that are not timed are other work too. */
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

/* Time operations by both clocks. They are read in the same order at both ends, so that what
 * lies between the two reads is the same in both intervals: the coarse clock has to show what
 * the TSC shows. */
static void time_by_both(struct bench_ctx *ctx, uint64_t times, uint64_t values[BENCH_STAGES_MAX])
{
	const struct coarse *coarse = ctx->state;
	uint64_t begin_tsc = tsc_read_fenced(), begin_ns = platform_coarse_read_ns();
	uint64_t end_tsc, steps;

	operate(ctx, times);
	end_tsc = tsc_read_fenced();
	steps = platform_coarse_read_ns() - begin_ns;
	steps = (steps + coarse->period_ns / 2) / coarse->period_ns;
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

/* Operations, of those timed, during which the clock was seen to step, by how many steps in all,
 * and TSC ticks. */
static const char *const stages[] = {
	[STAGE_SEEN] = "seen", [STAGE_STEPS] = "steps", [STAGE_TSC] = "tsc", NULL,
};

const struct benchmark bench_clock_coarse = {
	.name = "clock.coarse",
	.summary = "chains of 1000 dependent multiplications, timed by a coarse clock and by the "
		   "TSC",
	.differs_hosted = "the tick is derived from CLOCK_MONOTONIC; the system clock is "
			  "CLOCK_REALTIME_COARSE, which the kernel's tick advances",
	.unit = UNIT_COUNTS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.point_ms = 650,
	.axes = axes,
	.stages = stages,
	.tick_stages = 1u << STAGE_TSC,
	.state_bytes = sizeof(struct coarse),
	.setup = coarse_setup,
	.sample = coarse_sample,
	.teardown = coarse_teardown,
};
