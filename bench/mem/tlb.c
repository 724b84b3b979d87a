/* SPDX-License-Identifier: MIT */
/* mem.tlb: what translating an address costs, by the number of pages in use. A dependent random
 * chase over one line in each page: beyond what a TLB holds every load pays for a walk of the page
 * tables. The lines themselves need caches too: mem.latency at 64 bytes a page is the same number
 * of lines in as few pages as possible, and what is above it here is translation. On an emulator it
 * is the software TLB's size and cost that show. */
#include "bench/benchmark.h"
#include "bench/mem/chase.h"
#include "bench/mem/cycle.h"
#include "bench/mem/order.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"

#define PAGES_MAX 16384
#define QUICK_PAGES_MAX 4096
#define EXACT_PAGES_MAX 64

enum {AXIS_PAGE, AXIS_PAGES};

struct tlb {
	struct line *at;        /* first: where chase_run goes on from */
};

static uint64_t pages_of_use(const struct bench_ctx *ctx)
{
	if (ctx->suite == SUITE_FULL)
		return PAGES_MAX;
	return platform_time_base() == TIME_INSTRUCTIONS ? EXACT_PAGES_MAX : QUICK_PAGES_MAX;
}

/* Powers of two, and in the full suite one between each two of them: 1, 2, 3, 4, 6, 8, 12 … */
static size_t page_counts(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint64_t page_bytes = ctx->point[AXIS_PAGE], limit = pages_of_use(ctx), available;
	size_t count = 0;

	if (page_size_check(ctx, page_bytes) != 0)
		return 0;
	available = page_size_room(page_bytes) / page_bytes;
	for (uint64_t pages = 1; pages <= limit && pages <= available; pages *= 2) {
		values[count++] = pages;
		if (ctx->suite == SUITE_FULL && pages > 1 && pages / 2 * 3 <= limit &&
		    pages / 2 * 3 <= available)
			values[count++] = pages / 2 * 3;
	}
	if (available < limit)
		bench_skip(ctx, "memory", "of %lu pages of %lu KiB there are %lu free", limit,
			   page_bytes >> 10, available);
	return count;
}

static int tlb_setup(struct bench_ctx *ctx)
{
	uint64_t page_bytes = ctx->point[AXIS_PAGE], pages = ctx->point[AXIS_PAGES];
	void *buffer = page_size_map(ctx, pages * page_bytes, page_bytes);
	struct tlb *tlb = ctx->state;

	if (buffer == NULL)
		return bench_skip(ctx, "memory", "there is no such block of memory");
	tlb->at = cycle_link_pages(buffer, page_bytes, (uint32_t)pages, &ctx->rng);
	order_prove(ctx, tlb->at, (uint32_t)pages, true);
	ctx->warming = pages;
	return 0;
}

static const struct axis axes[] = {
	[AXIS_PAGE] = {"page_bytes", NULL, page_sizes_all},
	[AXIS_PAGES] = {"pages", NULL, page_counts},
	{0},
};

const struct benchmark bench_mem_tlb = {
	.name = "mem.tlb",
	.summary = "one load in a dependent random chase over one line in each of many pages",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_EXACT,
	.axes = axes,
	.state_bytes = sizeof(struct tlb),
	.setup = tlb_setup,
	.run = chase_run,
	.loop_operations = CHASE_LOADS,
};
