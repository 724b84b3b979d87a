/* SPDX-License-Identifier: MIT */
/* os.switch_*, os.pipe and os.futex: tasks that pass one CPU around. In ring 3 they use system
 * calls, as under any operating system. In ring 0, where only a kernel's own threads run, they use
 * function calls. */
#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"
#include "lib/cpu/switching.h"
#include "lib/cpu/words.h"
#include "lib/text/errno.h"

#define SWITCHES 250            /* many, so that one switch to ring 3 and back is negligible */

static size_t cpu_rings(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = platform_is_hosted() ? 3 : 0;
	values[1] = 3;
	if (platform_is_hosted())
		bench_skip(ctx, "ring_0", "under Linux, only the kernel runs in ring 0");
	return platform_is_hosted() ? 1 : 2;
}

#define AXIS_RING 0
#define RING_AXIS [AXIS_RING] = {"ring", NULL, cpu_rings}

static const char *const state_labels[] = {
	[STATE_NONE] = "none", [STATE_FXSAVE] = "fxsave", [STATE_XSAVE] = "xsave",
	[STATE_FPSIMD] = "fpsimd", [STATE_FP] = "fp",
};

/* Extended states. An operating system always saves the extended state of its processes, because
 * they may use vector registers. It never saves that of its own threads. */
static size_t extended_states(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = 0;

	if (!platform_is_hosted())
		values[count++] = STATE_NONE;
	if (ctx->point[AXIS_RING] == 3)
		values[count++] = CPU_EXTENDED_STATE;
	return count;
}

#define AXIS_STATE 1
#define STATE_AXIS [AXIS_STATE] = {"state", state_labels, extended_states}

static int check_registers(struct bench_ctx *ctx)
{
	uint64_t changed = platform_ring_changed_registers();

	if (changed != 0)
		validity_check_failed(ctx, "registers",
				      "a switch changes callee-saved registers: bits %#lx of "
				      WORD_KEPT_REGISTERS, changed);
	return 0;
}

static int open_ring(struct bench_ctx *ctx, const struct platform_ring *ring)
{
	int status = platform_ring_open(ring);

	if (status == -ENOTSUP)
		return bench_skip(ctx, "ring", "the machine has no such tasks");
	if (status == -ENOSYS)
		return bench_skip(ctx, "syscall", "tasks in ring 3 use system calls");
	if (status == -EPERM)
		return bench_skip(ctx, "priority", "without real-time priority, a yield may not "
						   "switch to the other task");
	if (status == -ENOMEM)
		return bench_skip(ctx, "memory", "no memory for the tasks");
	if (status == -EAGAIN)
		return bench_skip_tasks(ctx);
	return status;
}

static void close_ring(struct bench_ctx *ctx)
{
	(void)ctx;
	platform_ring_close();
}

/* An operation is half of a round: each of two tasks runs once in two operations. */
static void switch_between_two(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	platform_ring_turn(iterations / 2);
}

/* ---- os.switch_thread ---- */

static const struct axis thread_axes[] = {RING_AXIS, STATE_AXIS, {0}};

static int set_up_threads(struct bench_ctx *ctx)
{
	return open_ring(ctx, &(struct platform_ring){
		.kind = TASK_THREAD, .cpu_ring = (unsigned)ctx->point[AXIS_RING],
		.state = (enum extended_state)ctx->point[AXIS_STATE], .tasks = 2,
	});
}

const struct benchmark bench_os_switch_thread = {
	.name = "os.switch_thread",
	.summary = "one switch between threads by a yield",
	.differs_hosted = "sched_yield at real-time priority",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_THREADS,
	.axes = thread_axes,
	.setup = set_up_threads,
	.run = switch_between_two,
	.loop_operations = SWITCHES,
	.verify = check_registers,
	.verified = "a switch keeps the callee-saved registers of both tasks",
	.teardown = close_ring,
};

/* ---- os.switch_space ---- */

enum {PCID_OFF, PCID_ON};
#define AXIS_PCID 2

static const char *const pcid_labels[] = {[PCID_OFF] = "off", [PCID_ON] = "on"};

/* Under an operating system there is no choice, so the point is "off". */
static size_t pcids(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = PCID_OFF;
	values[1] = PCID_ON;
	if (platform_is_hosted())
		return 1;
	if (cpu_has_asids())
		return 2;
	bench_skip(ctx, "pcid", "%s", WORD_ASIDS);
	return 1;
}

static const struct axis space_axes[] = {
	RING_AXIS,
	STATE_AXIS,
	[AXIS_PCID] = {"pcid", pcid_labels, pcids},
	{0},
};

static int set_up_spaces(struct bench_ctx *ctx)
{
	return open_ring(ctx, &(struct platform_ring){
		.kind = TASK_PROCESS, .cpu_ring = (unsigned)ctx->point[AXIS_RING],
		.state = (enum extended_state)ctx->point[AXIS_STATE], .tasks = 2,
		.with_pcid = ctx->point[AXIS_PCID] == PCID_ON,
	});
}

const struct benchmark bench_os_switch_space = {
	.name = "os.switch_space",
	.summary = "one switch between threads in different address spaces",
	.differs_hosted = "sched_yield at real-time priority; the kernel decides on the use of "
			  "PCIDs",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_PROCESSES,
	.axes = space_axes,
	.setup = set_up_spaces,
	.run = switch_between_two,
	.loop_operations = SWITCHES,
	.verify = check_registers,
	.verified = "a switch keeps the callee-saved registers of both tasks",
	.teardown = close_ring,
};

/* ---- os.futex ---- */

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

static const struct axis futex_axes[] = {{"between", between_labels, betweens}, {0}};

static int set_up_futex(struct bench_ctx *ctx)
{
	if (!platform_is_hosted())
		return bench_skip(ctx, "futex", "bare metal has no futexes");
	return open_ring(ctx, &(struct platform_ring){
		.kind = (enum task_kind)ctx->point[0], .by = RING_FUTEX, .cpu_ring = 3, .tasks = 2,
	});
}

const struct benchmark bench_os_futex = {
	.name = "os.futex",
	.summary = "one switch between tasks by wake and wait, two system calls",
	.differs_hosted = "the futex is private between threads and shared between processes",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_THREADS | CAN_PROCESSES,
	.axes = futex_axes,
	.setup = set_up_futex,
	.run = switch_between_two,
	.loop_operations = SWITCHES,
	.verify = check_registers,
	.verified = "a switch keeps the callee-saved registers of both tasks",
	.teardown = close_ring,
};

/* ---- os.pipe ---- */

enum {PIPE_RING, PIPE_BETWEEN};

static const struct axis pipe_axes[] = {
	RING_AXIS,
	[PIPE_BETWEEN] = {"between", between_labels, betweens},
	{0},
};

static int set_up_pipe(struct bench_ctx *ctx)
{
	return open_ring(ctx, &(struct platform_ring){
		.kind = (enum task_kind)ctx->point[PIPE_BETWEEN], .by = RING_CHANNEL,
		.cpu_ring = (unsigned)ctx->point[AXIS_RING], .tasks = 2,
	});
}

static void round_trips(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	platform_ring_turn(iterations);
}

const struct benchmark bench_os_pipe = {
	.name = "os.pipe",
	.summary = "one word there and back between two tasks, through two channels with blocking "
		   "reads",
	.differs_hosted = "the channels are pipes",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.point_ms = 90,
	.needs = CAN_THREADS | CAN_PROCESSES,
	.axes = pipe_axes,
	.setup = set_up_pipe,
	.run = round_trips,
	.loop_operations = SWITCHES,
	.verify = check_registers,
	.verified = "a switch keeps the callee-saved registers of both tasks",
	.teardown = close_ring,
};

/* ---- os.switch_working_set ---- */

enum {SET_RING, SET_TASKS, SET_SIZE};

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
	RING_AXIS,
	[SET_TASKS] = {"tasks", NULL, task_counts},
	[SET_SIZE] = {"size_bytes", NULL, working_sets},
	{0},
};

static int set_up_working_set(struct bench_ctx *ctx)
{
	return open_ring(ctx, &(struct platform_ring){
		.kind = TASK_PROCESS, .by = RING_CHANNEL,
		.cpu_ring = (unsigned)ctx->point[AXIS_RING],
		.tasks = (uint32_t)ctx->point[SET_TASKS],
		.working_set_bytes = ctx->point[SET_SIZE],
	});
}

static void hand_round(struct bench_ctx *ctx, uint64_t iterations)
{
	platform_ring_turn(iterations / ctx->point[SET_TASKS]);
}

static int check_memory(struct bench_ctx *ctx)
{
	uint32_t without = platform_ring_tasks_without_memory();

	if (without != 0)
		validity_check_failed(ctx, "working_set",
				      "%u of %lu tasks do not read memory of their own", without,
				      ctx->point[SET_TASKS]);
	return check_registers(ctx);
}

/* Like lmbench's lat_ctx (McVoy & Staelin, USENIX 1996). lat_ctx subtracts the cost of a single
 * task that sends to itself, which here is a separate point, tasks=1. */
const struct benchmark bench_os_switch_working_set = {
	.name = "os.switch_working_set",
	.summary = "one step around a ring of processes: read own memory, pass a word to the next",
	.differs_hosted = "the channels are pipes",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.point_ms = 60,
	.needs = CAN_PROCESSES,
	.axes = working_set_axes,
	.setup = set_up_working_set,
	.run = hand_round,
	.loop_operations = 8 * PLATFORM_RING_MAX,
	.verify = check_memory,
	.verified = "a switch keeps the callee-saved registers of both tasks; under Linux, every "
		    "task reads pages of its own",
	.teardown = close_ring,
};
