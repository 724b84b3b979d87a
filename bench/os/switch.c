/* SPDX-License-Identifier: MIT */
/* os.switch_* and os.pipe: tasks on one CPU that hand it round. */
#include "bench/benchmark.h"
#include "bench/platform.h"
#include "lib/text/errno.h"
#include "lib/x86/cpuid.h"

static int open_ring(struct bench_ctx *ctx, const struct platform_ring *ring)
{
	int status = platform_ring_open(ring);

	if (status == -ENOTSUP)
		return bench_skip(ctx, "ring", "the machine has no such tasks");
	if (status == -ENOMEM)
		return bench_skip(ctx, "memory", "there is not enough for the tasks");
	if (status == -EAGAIN)
		return bench_skip_tasks(ctx);
	return status;
}

static void close_ring(struct bench_ctx *ctx)
{
	(void)ctx;
	platform_ring_close();
}

/* Two tasks have a turn each in two operations. */
static void switch_between_two(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	platform_ring_turn(iterations / 2);
}

/* ---- os.switch_thread ---- */

static int set_up_threads(struct bench_ctx *ctx)
{
	return open_ring(ctx, &(struct platform_ring){.kind = TASK_THREAD, .tasks = 2});
}

const struct benchmark bench_os_switch_thread = {
	.name = "os.switch_thread",
	.summary = "one switch from a thread that gives way to another",
	.differs_hosted = "the threads wake each other by futex",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_THREADS,
	.setup = set_up_threads,
	.run = switch_between_two,
	.loop_operations = 100,
	.teardown = close_ring,
};

/* ---- os.switch_space ---- */

enum {PCID_OFF, PCID_ON};

static const char *const pcid_labels[] = {[PCID_OFF] = "off", [PCID_ON] = "on"};

/* Under an operating system there is no choice: the point is "off", whatever it does. */
static size_t pcids(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = PCID_OFF;
	values[1] = PCID_ON;
	if (platform_is_hosted())
		return 1;
	if (cpu_has(FEATURE_PCID))
		return 2;
	bench_skip(ctx, "pcid", "CPUID does not show pcid");
	return 1;
}

static const struct axis pcid_axes[] = {{"pcid", pcid_labels, pcids}, {0}};

static int set_up_spaces(struct bench_ctx *ctx)
{
	return open_ring(ctx, &(struct platform_ring){
		.kind = TASK_PROCESS, .tasks = 2, .with_pcid = ctx->point[0] == PCID_ON,
	});
}

const struct benchmark bench_os_switch_space = {
	.name = "os.switch_space",
	.summary = "one switch from a thread to another in another address space",
	.differs_hosted = "the processes wake each other by futex, and the kernel decides about "
			  "PCIDs",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_PROCESSES,
	.axes = pcid_axes,
	.setup = set_up_spaces,
	.run = switch_between_two,
	.loop_operations = 100,
	.teardown = close_ring,
};

/* ---- os.pipe ---- */

static const char *const between_labels[] = {
	[TASK_THREAD] = "threads", [TASK_PROCESS] = "processes",
};

static size_t betweens(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = TASK_THREAD;
	values[1] = TASK_PROCESS;
	return 2;
}

static const struct axis pipe_axes[] = {{"between", between_labels, betweens}, {0}};

static int set_up_pipe(struct bench_ctx *ctx)
{
	return open_ring(ctx, &(struct platform_ring){
		.kind = (enum task_kind)ctx->point[0], .tasks = 2, .by_channel = true,
	});
}

static void round_trips(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	platform_ring_turn(iterations);
}

const struct benchmark bench_os_pipe = {
	.name = "os.pipe",
	.summary = "one word there and one back, through two channels between two tasks that wait",
	.differs_hosted = "the channels are pipes: four system calls of tasks in user mode",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_THREADS | CAN_PROCESSES,
	.axes = pipe_axes,
	.setup = set_up_pipe,
	.run = round_trips,
	.loop_operations = 100,
	.teardown = close_ring,
};

/* ---- os.switch_working_set ---- */

enum {AXIS_TASKS, AXIS_SIZE};

static size_t task_counts(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = 0;

	(void)ctx;
	for (uint64_t tasks = 1; tasks <= PLATFORM_RING_MAX; tasks *= 2)
		values[count++] = tasks;
	return count;
}

static size_t working_sets(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = 0;
	values[1] = 16 << 10;
	values[2] = 64 << 10;
	values[3] = 256 << 10;
	return ctx->suite == SUITE_QUICK ? 3 : 4;
}

static const struct axis working_set_axes[] = {
	[AXIS_TASKS] = {"tasks", NULL, task_counts},
	[AXIS_SIZE] = {"size_bytes", NULL, working_sets},
	{0},
};

static int set_up_working_set(struct bench_ctx *ctx)
{
	return open_ring(ctx, &(struct platform_ring){
		.kind = TASK_PROCESS, .tasks = (uint32_t)ctx->point[AXIS_TASKS],
		.by_channel = true, .working_set_bytes = ctx->point[AXIS_SIZE],
	});
}

static void hand_round(struct bench_ctx *ctx, uint64_t iterations)
{
	platform_ring_turn(iterations / ctx->point[AXIS_TASKS]);
}

/* As lmbench's lat_ctx (McVoy & Staelin, USENIX 1996), which subtracts what a single task costs
 * that sends to itself; here that is a point of its own, tasks=1. */
const struct benchmark bench_os_switch_working_set = {
	.name = "os.switch_working_set",
	.summary = "one turn of a process in a ring: reading its memory, and a word to the next",
	.differs_hosted = "the channels are pipes, and the processes are in user mode",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_PROCESSES,
	.axes = working_set_axes,
	.setup = set_up_working_set,
	.run = hand_round,
	.loop_operations = PLATFORM_RING_MAX,
	.teardown = close_ring,
};
