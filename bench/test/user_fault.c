/* test.user_fault: user mode tries what it must not do, for testing that it is stopped and that its
 * exceptions are reported as the kernel's are. */
#include "bench/test/user_fault.h"

#include "bench/benchmark.h"
#include "bench/platform.h"

static const char *const labels[] = {
	"privileged", "read_kernel", "write_code", "execute_stack", "hang",
};

static uint64_t (*const functions[])(uint64_t) = {
	user_fault_privileged, user_fault_read, user_fault_write_code, user_fault_execute_stack,
	user_fault_hang,
};

#define KIND_COUNT (sizeof(functions) / sizeof(functions[0]))

static size_t kinds(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (size_t i = 0; i < KIND_COUNT; i++)
		values[i] = i;
	return KIND_COUNT;
}

static const struct axis axes[] = {{"kind", labels, kinds}, {0}};

static void run(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)iterations;
	platform_call_user(functions[ctx->point[0]], (uintptr_t)ctx->state);
}

const struct benchmark bench_test_user_fault = {
	.name = "test.user_fault",
	.summary = "user code that breaks, for testing that it can't harm the kernel",
	.unit = UNIT_TSC_TICKS,
	.needs = CAN_ENTRY_HANDLERS | CAN_WATCHDOG,
	.axes = axes,
	.state_bytes = sizeof(uint64_t),
	.run = run,
};
