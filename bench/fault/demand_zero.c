/* SPDX-License-Identifier: MIT */
/* fault.demand_zero: cost of memory at its first access, which is how an operating system provides
 * most of it. Other fault benchmarks have a handler without work. This handler allocates a frame,
 * clears it, maps it and counts it. */
#include "bench/benchmark.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"
#include "lib/text/errno.h"

enum {AXIS_RING, AXIS_PAGE};

static size_t demand_zero_rings(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = platform_is_hosted() ? 3 : 0;
	values[1] = 3;
	return platform_is_hosted() ? 1 : 2;
}

static size_t demand_zero_pages(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = PAGE_SIZE_4K;
	values[1] = PAGE_SIZE_2M;
	return page_size_check(ctx, PAGE_SIZE_2M) == 0 ? 2 : 1;
}

static const struct axis axes[] = {
	[AXIS_RING] = {"ring", NULL, demand_zero_rings},
	[AXIS_PAGE] = {"page_bytes", NULL, demand_zero_pages},
	{0},
};

static int demand_zero_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	int status = platform_demand_zero_trial((unsigned)ctx->point[AXIS_RING],
						ctx->point[AXIS_PAGE], &values[0]);

	if (status == -ENOMEM)
		return bench_skip(ctx, "memory", "no free page of this size");
	if (status != 0)
		return bench_error(ctx, status,
				   "the page was not empty, or not mapped");
	return 0;
}

const struct benchmark bench_fault_demand_zero = {
	.name = "fault.demand_zero",
	.summary = "one first write to a page, which allocates, clears, maps and counts memory",
	.differs_hosted = "the page is anonymous memory, 2 MiB by madvise, with the kernel's "
			  "accounting",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.point_ms = 180,
	.axes = axes,
	.sample = demand_zero_sample,
	.verified = "the page was mapped in its size, and only zeros surround the written byte",
};
