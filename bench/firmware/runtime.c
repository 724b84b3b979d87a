/* SPDX-License-Identifier: MIT */
/* firmware.runtime: runtime services of UEFI, which the kernel calls after ExitBootServices.
 * firmware.service has the prices of the same services before. A service that faults ends its
 * point only. */
#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"

#define X(name) #name,
static const char *const labels[] = {UEFI_RUNTIME_SERVICES(X)};
#undef X

static size_t services(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (size_t i = 0; i < RUNTIME_COUNT; i++)
		values[i] = i;
	return RUNTIME_COUNT;
}

static const struct axis axes[] = {{"service", labels, services}, {0}};

static int runtime_setup(struct bench_ctx *ctx)
{
	const char *why = platform_runtime_enter();
	uint64_t status;

	if (why != NULL)
		return bench_skip(ctx, "uefi", "%s", why);
	status = platform_runtime_call((enum uefi_runtime_service)ctx->point[0]);
	if (status == 0)
		return 0;
	platform_runtime_leave();
	return bench_skip(ctx, "service", "the service returns %#lx", status);
}

static void runtime_run(struct bench_ctx *ctx, uint64_t iterations)
{
	for (; iterations > 0; iterations--)
		platform_runtime_call((enum uefi_runtime_service)ctx->point[0]);
}

static int runtime_verify(struct bench_ctx *ctx)
{
	uint64_t status = platform_runtime_call((enum uefi_runtime_service)ctx->point[0]);

	if (status != 0)
		validity_check_failed(ctx, "status", "the service returns %#lx", status);
	return 0;
}

static void runtime_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	platform_runtime_leave();
}

const struct benchmark bench_firmware_runtime = {
	.name = "firmware.runtime",
	.summary = "one call of a UEFI runtime service by the kernel, after ExitBootServices",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.needs = CAN_PRIVILEGED,
	.axes = axes,
	.setup = runtime_setup,
	.run = runtime_run,
	.loop_operations = 1,
	.verify = runtime_verify,
	.verified = "a call after the samples returns success",
	.teardown = runtime_teardown,
};
