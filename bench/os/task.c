/* SPDX-License-Identifier: MIT */
/* os.thread_* and os.process_*: making a task, and making it, letting it run and waiting for its
 * end. The work is the loop of 100 turns of Majumdar and Jaganathan, "Performance Measurement of
 * Personal Computer". Samples are timed here, so that undoing what was made is no part of them;
 * each holds the cost of clock reads. */
#include <stdbool.h>

#include "bench/benchmark.h"
#include "bench/os/work.h"
#include "bench/platform.h"
#include "lib/text/errno.h"
#include "lib/x86/tsc.h"

struct task {
	uint64_t word;                  /* that threads write to */
	uint64_t address;               /* of the word that is written to */
	bool has_result;
	uint8_t result;                 /* of the last one */
};

static int set_up_thread(struct bench_ctx *ctx)
{
	struct task *task = ctx->state;

	task->address = (uintptr_t)&task->word;
	return 0;
}

static int set_up_process(struct bench_ctx *ctx)
{
	struct task *task = ctx->state;

	task->address = (uintptr_t)platform_task_memory(ctx->point[0]);
	if (task->address == 0)
		return bench_skip(ctx, "memory", "there is not enough for such a process");
	return 0;
}

static void close_task(struct bench_ctx *ctx)
{
	(void)ctx;
	platform_task_close();
}

/* Each thread goes on where the last one stopped; each copy of a process begins with what the
 * process had, and so ends with the same. */
static int task_check(struct bench_ctx *ctx, enum task_kind kind, uint8_t result)
{
	struct task *task = ctx->state;
	uint8_t expected = kind == TASK_THREAD ? (uint8_t)task->word : task->result;

	if (kind == TASK_PROCESS && !task->has_result)
		expected = result;
	if (result != expected)
		return bench_error(ctx, -EIO, "a task returned %u and not %u: its memory is not "
				   "what it should be", result, expected);
	task->result = result;
	task->has_result = true;
	return 0;
}

static int time_task(struct bench_ctx *ctx, enum task_kind kind, bool with_run, uint64_t *ticks)
{
	const struct task *task = ctx->state;
	uint64_t begin_tsc = tsc_read_fenced(), created_tsc;
	int status = platform_task_start(kind, work_write, task->address);
	uint8_t result;

	created_tsc = tsc_read_fenced();
	if (status == -EAGAIN)
		return bench_skip_tasks(ctx);
	if (status != 0)
		return bench_error(ctx, status, "there was no memory for a task");
	status = platform_task_join(&result);
	*ticks = (with_run ? tsc_read_fenced() : created_tsc) - begin_tsc;
	return status != 0 ? bench_error(ctx, status, "the task ended badly")
			   : task_check(ctx, kind, result);
}

static int sample_thread_create(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	return time_task(ctx, TASK_THREAD, false, &values[0]);
}

static int sample_thread_run(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	return time_task(ctx, TASK_THREAD, true, &values[0]);
}

static int sample_process_create(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	return time_task(ctx, TASK_PROCESS, false, &values[0]);
}

static int sample_process_run(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	return time_task(ctx, TASK_PROCESS, true, &values[0]);
}

const struct benchmark bench_os_thread_create = {
	.name = "os.thread_create",
	.summary = "one thread made, with its stack",
	.differs_hosted = "pthread_create, and the C library may have a stack left from before",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_THREADS,
	.state_bytes = sizeof(struct task),
	.setup = set_up_thread,
	.sample = sample_thread_create,
	.teardown = close_task,
};

const struct benchmark bench_os_thread_run = {
	.name = "os.thread_run",
	.summary = "one thread made, its loop of 100 turns run, its end awaited",
	.differs_hosted = "pthread_create and pthread_join",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_THREADS,
	.state_bytes = sizeof(struct task),
	.setup = set_up_thread,
	.sample = sample_thread_run,
	.teardown = close_task,
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

static const struct axis size_axes[] = {{"size_bytes", NULL, task_sizes}, {0}};

const struct benchmark bench_os_process_create = {
	.name = "os.process_create",
	.summary = "one process made as a copy of another, its memory shared until written to",
	.differs_hosted = "fork, which copies all else that the benchmarks' process has too",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_PROCESSES,
	.axes = size_axes,
	.state_bytes = sizeof(struct task),
	.setup = set_up_process,
	.sample = sample_process_create,
	.teardown = close_task,
};

const struct benchmark bench_os_process_run = {
	.name = "os.process_run",
	.summary = "one process made as a copy, its loop of 100 writes to one page run in user "
		   "mode, its end awaited",
	.differs_hosted = "fork, _exit and waitpid",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_PROCESSES,
	.axes = size_axes,
	.state_bytes = sizeof(struct task),
	.setup = set_up_process,
	.sample = sample_process_run,
	.teardown = close_task,
};
