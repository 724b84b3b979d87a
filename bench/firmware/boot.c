/* SPDX-License-Identifier: MIT */
/* firmware.boot: the clock along this boot, once. Before the kernel, a counter of the machine may
 * have stood still or been set, so the first stage is exact only where the clock begins with the
 * machine, as in QEMU. */
#include "bench/benchmark.h"
#include "bench/platform.h"
#include "lib/text/errno.h"

enum {STAGE_FIRMWARE, STAGE_LOADER, STAGE_KERNEL, STAGE_TOTAL};

/* Stages: until Bareline's EFI loader begins, or without the loader the kernel; the loader, with
 * its menu, minus its own measurements; the kernel's start; and the total. */
static const char *const stages[] = {
	[STAGE_FIRMWARE] = "firmware", [STAGE_LOADER] = "loader", [STAGE_KERNEL] = "kernel",
	[STAGE_TOTAL] = "total", NULL,
};

static int boot_setup(struct bench_ctx *ctx)
{
	if (platform_boot_times() == NULL)
		return bench_skip(ctx, "boot", "an operating system booted the machine");
	return 0;
}

static int boot_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct boot_times *times = platform_boot_times();

	if (times->loader_tsc > times->kernel_tsc || times->kernel_tsc > times->ready_tsc)
		return bench_error(ctx, -EIO, "the clock went back while the machine started");
	values[STAGE_FIRMWARE] = times->loader_tsc != 0 ? times->loader_tsc : times->kernel_tsc;
	values[STAGE_LOADER] = times->loader_tsc != 0
				       ? times->kernel_tsc - times->loader_tsc -
						 times->measuring_ticks
				       : BENCH_NO_SUCH_STAGE;
	values[STAGE_KERNEL] = times->ready_tsc - times->kernel_tsc;
	values[STAGE_TOTAL] = times->ready_tsc - times->measuring_ticks;
	return 0;
}

const struct benchmark bench_firmware_boot = {
	.name = "firmware.boot",
	.summary = "the boot of this run, from the clock's start to the first benchmark",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.stages = stages,
	.total = "total",
	.is_divided = true,
	.no_lead_in = true,
	.setup = boot_setup,
	.sample = boot_sample,
	.verified = "the clock never went back",
};
