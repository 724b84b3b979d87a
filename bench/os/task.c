/* SPDX-License-Identifier: MIT */
/* os.thread_* and os.process_*: the creation of a task, and its creation, execution and end
 * together. The work is the loop of 100 iterations of Majumdar and Jaganathan, "Performance
 * Measurement of Personal Computer". The platform stamps each task's creation and end, so the time
 * between two tasks is not in a sample. Each sample includes clock reads. */
#include <stdbool.h>

#include "bench/benchmark.h"
#include "bench/engine/stamps.h"
#include "bench/os/work.h"
#include "bench/platform.h"
#include "lib/text/errno.h"

enum {AXIS_STACK = 0, AXIS_SIZE = 0};           /* the only axis of a thread, and that of a
						 * process */

struct task {
	enum task_kind kind;
	uint64_t threads;               /* number of threads so far: each continues the work where
					 * the last one stopped */
	bool has_result;
	uint8_t result;                 /* result of a process: each starts with its creator's
					 * value */
};

static int open_task(struct bench_ctx *ctx, const struct platform_task *wanted)
{
	struct task *task = ctx->state;
	int status = platform_task_open(wanted);

	task->kind = wanted->kind;
	if (status == -EAGAIN)
		return bench_skip_tasks(ctx);
	if (status == -ENOTSUP)
		return bench_skip(ctx, "stack", "the C library chooses the threads' stacks");
	if (status == -ENOMEM)
		return bench_skip(ctx, "memory", "no memory for such tasks");
	return status;
}

static int set_up_thread(struct bench_ctx *ctx)
{
	return open_task(ctx, &(struct platform_task){
		.kind = TASK_THREAD, .stack = (enum task_stack)ctx->point[AXIS_STACK],
		.work = work_write,
	});
}

static int set_up_process(struct bench_ctx *ctx)
{
	return open_task(ctx, &(struct platform_task){
		.kind = TASK_PROCESS, .size_bytes = ctx->point[AXIS_SIZE], .work = work_write,
	});
}

static void close_task(struct bench_ctx *ctx)
{
	(void)ctx;
	platform_task_close();
}

static uint8_t task_expected(struct task *task, uint8_t result)
{
	if (task->kind == TASK_THREAD)
		return (uint8_t)(++task->threads * WORK_TURNS);
	if (!task->has_result)
		task->result = result;
	task->has_result = true;
	return task->result;
}

static int run_task(struct bench_ctx *ctx, struct task_stamps *stamps)
{
	int status = platform_task_trial(stamps);
	uint8_t expected;

	if (status == -EAGAIN)
		return bench_skip_tasks(ctx);
	if (status == -ENOMEM)
		return bench_error(ctx, status, "no memory for a task");
	if (status != 0)
		return bench_error(ctx, status, "the task ended abnormally");
	expected = task_expected(ctx->state, stamps->result);
	if (stamps->result != expected)
		return bench_error(ctx, -EIO, "a task returned %u instead of %u: its memory is "
					      "wrong", stamps->result, expected);
	return 0;
}

static int sample_create(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct task_stamps stamps = {0};
	int status = run_task(ctx, &stamps);

	values[0] = stamps_between(stamps.begun, stamps.created);
	return status;
}

static int sample_run(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct task_stamps stamps = {0};
	int status = run_task(ctx, &stamps);

	values[0] = stamps_between(stamps.begun, stamps.ended);
	return status;
}

/* ---- Threads, by where the stack comes from ---- */

static const char *const stack_labels[] = {[STACK_FRESH] = "fresh", [STACK_POOLED] = "pooled"};

static size_t stacks(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = STACK_FRESH;
	values[1] = STACK_POOLED;
	return 2;
}

static const struct axis stack_axes[] = {[AXIS_STACK] = {"stack", stack_labels, stacks}, {0}};

const struct benchmark bench_os_thread_create = {
	.name = "os.thread_create",
	.summary = "one thread created, with its stack",
	.differs_hosted = "pthread_create in a small static program that has just started; pooled "
			  "uses the C library's stack cache, fresh does not",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_THREADS,
	.axes = stack_axes,
	.state_bytes = sizeof(struct task),
	.setup = set_up_thread,
	.sample = sample_create,
	.hosted_elsewhere = true,
	.teardown = close_task,
	.verified = "each thread ran its loop on the shared word: it returns the sum of all",
};

const struct benchmark bench_os_thread_run = {
	.name = "os.thread_run",
	.summary = "one thread created, its loop of 100 iterations run, and joined",
	.differs_hosted = "pthread_create and pthread_join in a small static program that has just "
			  "started",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_THREADS,
	.axes = stack_axes,
	.state_bytes = sizeof(struct task),
	.setup = set_up_thread,
	.sample = sample_run,
	.hosted_elsewhere = true,
	.teardown = close_task,
	.verified = "each thread ran its loop on the shared word: it returns the sum of all",
};

/* ---- Processes, by the size of what is copied ---- */

static size_t task_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = 4 << 10;
	values[1] = 64 << 10;
	values[2] = 1 << 20;
	values[3] = 16 << 20;
	return ctx->suite == SUITE_QUICK ? 3 : 4;
}

static const struct axis size_axes[] = {[AXIS_SIZE] = {"size_bytes", NULL, task_sizes}, {0}};

const struct benchmark bench_os_process_create = {
	.name = "os.process_create",
	.summary = "one process created by a copy-on-write copy of another",
	.differs_hosted = "fork of a small static program that has just started, with that memory",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_PROCESSES,
	.axes = size_axes,
	.state_bytes = sizeof(struct task),
	.setup = set_up_process,
	.sample = sample_create,
	.hosted_elsewhere = true,
	.teardown = close_task,
	.verified = "each process ran its loop on its own copy: it returns the same",
};

const struct benchmark bench_os_process_run = {
	.name = "os.process_run",
	.summary = "one process created by a copy, its loop of 100 writes to one page run in user "
		   "mode, and its exit awaited",
	.differs_hosted = "fork, _exit and waitpid of a small static program that has just started",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_PROCESSES,
	.axes = size_axes,
	.state_bytes = sizeof(struct task),
	.setup = set_up_process,
	.sample = sample_run,
	.hosted_elsewhere = true,
	.teardown = close_task,
	.verified = "each process ran its loop on its own copy: it returns the same",
};
