/* SPDX-License-Identifier: MIT */
/* test.cpu_fault: faults on another CPU; the run must be notified and continue. */
#include "bench/benchmark.h"
#include "bench/platform.h"

#define OTHER_CPU 1

static void break_down(void *unused)
{
	(void)unused;
	__builtin_trap();
}

static int break_other(struct bench_ctx *ctx)
{
	int status = platform_run_on(OTHER_CPU, break_down, NULL);

	if (status == 0)
		status = platform_wait_for(OTHER_CPU);
	return bench_error(ctx, status, "CPU %u failed: error %d", OTHER_CPU, status);
}

static void cpu_fault_run(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	(void)iterations;
}

const struct benchmark bench_test_cpu_fault = {
	.name = "test.cpu_fault",
	.summary = "a benchmark that faults on another CPU: the run must continue",
	.unit = UNIT_TSC_TICKS,
	.needs = CAN_SMP,
	.setup = break_other,
	.run = cpu_fault_run,
	.unverified = "it fails on purpose",
};
