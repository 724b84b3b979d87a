/* SPDX-License-Identifier: MIT */
/* test.user_fault: user mode tries forbidden operations; it must be stopped, its exceptions must be
 * reported like the kernel's, and a process must be abortable at any point. */
#include "bench/test/user_fault.h"

#include "bench/benchmark.h"
#include "bench/platform.h"

enum {AXIS_IN, AXIS_KIND};
enum {IN_PROCESS, IN_CALL};

static const char *const in_labels[] = {[IN_PROCESS] = "process", [IN_CALL] = "call"};

static const char *const kind_labels[] = {
	"privileged", "read_kernel", "write_code", "execute_stack", "hang",
};

static uint64_t (*const functions[])(uint64_t) = {
	user_fault_privileged, user_fault_read, user_fault_write_code, user_fault_execute_stack,
	user_fault_hang,
};

#define KIND_COUNT (sizeof(functions) / sizeof(functions[0]))
#define KINDS_IN_PROCESS 2      /* keeps the points fewer than the runner's limit of failed ones */

static size_t ins(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = IN_PROCESS;
	values[1] = IN_CALL;
	return 2;
}

static size_t user_fault_kinds(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	for (size_t i = 0; i < KIND_COUNT; i++)
		values[i] = i;
	return ctx->point[AXIS_IN] == IN_PROCESS ? KINDS_IN_PROCESS : KIND_COUNT;
}

static const struct axis axes[] = {
	[AXIS_IN] = {"in", in_labels, ins},
	[AXIS_KIND] = {"kind", kind_labels, user_fault_kinds},
	{0},
};

static int user_fault_setup(struct bench_ctx *ctx)
{
	const struct platform_task task = {
		.kind = TASK_PROCESS, .size_bytes = 1, .work = functions[ctx->point[AXIS_KIND]],
	};

	if (ctx->point[AXIS_IN] == IN_PROCESS && platform_task_open(&task) != 0)
		return bench_skip(ctx, "memory", "no memory for a process");
	return 0;
}

static void user_fault_run(struct bench_ctx *ctx, uint64_t iterations)
{
	struct task_stamps stamps;

	(void)iterations;
	if (ctx->point[AXIS_IN] == IN_CALL)
		platform_call_user(functions[ctx->point[AXIS_KIND]], 0);
	else
		platform_task_trial(&stamps);
}

static void user_fault_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	platform_task_close();
}

const struct benchmark bench_test_user_fault = {
	.name = "test.user_fault",
	.summary = "user code that faults: the kernel must not be harmed",
	.unit = UNIT_TSC_TICKS,
	.needs = CAN_ENTRY_HANDLERS | CAN_PROCESSES | CAN_WATCHDOG,
	.axes = axes,
	.setup = user_fault_setup,
	.run = user_fault_run,
	.teardown = user_fault_teardown,
	.unverified = "it fails on purpose",
};
