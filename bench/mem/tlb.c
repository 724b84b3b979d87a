/* SPDX-License-Identifier: MIT */
/* mem.tlb: cost of address translation by the number of pages in use. A random pointer chase visits
 * one line in each page, so beyond a TLB's capacity every load pays for a page walk. The lines also
 * need caches. mem.latency with a size of 64 bytes per page has the same number of lines in the
 * fewest pages, so what this benchmark takes longer is translation. On an emulator it measures the
 * software TLB. */
#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/mem/chase.h"
#include "bench/mem/cycle.h"
#include "bench/mem/chase_check.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define PAGES_MAX 16384
#define QUICK_PAGES_MAX 4096
#define EXACT_PAGES_MAX 64
#define SETS 1024                       /* that lines of small pages must use */

/* Limit of the quick suite under an operating system, which clears all pages although only one line
 * of each is used. Each point has new pages. */
#define QUICK_HOSTED_BYTES (1ull << 30)

/* Half of a point's time limit. */
#define QUICK_MAP_MS 5000
#define FULL_MAP_MS 30000

enum {AXIS_PAGE, AXIS_PAGES};

/* The sweep's last mapping, by which the duration of the next one is estimated. */
static struct {
	uint64_t page_bytes, pages, ticks;
} mapped;

static uint64_t pages_of_suite(const struct bench_ctx *ctx)
{
	if (ctx->suite == SUITE_FULL)
		return PAGES_MAX;
	return platform_time_base() == TIME_INSTRUCTIONS ? EXACT_PAGES_MAX : QUICK_PAGES_MAX;
}

static uint64_t pages_of_use(const struct bench_ctx *ctx, uint64_t page_bytes)
{
	uint64_t pages = pages_of_suite(ctx), quick_pages = QUICK_HOSTED_BYTES / page_bytes;

	if (ctx->suite != SUITE_FULL && platform_is_hosted() && quick_pages < pages)
		return quick_pages;
	return pages;
}

/* Powers of two; the full suite adds a value between each two: 1, 2, 3, 4, 6, 8, 12 … */
static size_t page_counts(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint64_t page_bytes = ctx->point[AXIS_PAGE], limit = pages_of_use(ctx, page_bytes);
	uint64_t available;
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
		bench_skip(ctx, "memory", "of %lu pages of %lu KiB, only %lu are free", limit,
			   page_bytes >> 10, available);
	else if (limit < pages_of_suite(ctx))
		bench_skip(ctx, "time",
			   "more than %lu pages of %lu KiB are in the full suite, because an "
			   "operating system clears them", limit, page_bytes >> 10);
	return count;
}

static bool would_take_too_long(const struct bench_ctx *ctx, uint64_t page_bytes, uint64_t pages)
{
	uint64_t limit_ms = ctx->suite == SUITE_FULL ? FULL_MAP_MS : QUICK_MAP_MS;

	return mapped.page_bytes == page_bytes && mapped.pages < pages &&
	       mapped.ticks / mapped.pages * pages > ticks_of_ms(limit_ms, platform_limit_hz());
}

static void *tlb_map(const struct bench_ctx *ctx, uint64_t page_bytes, uint64_t pages)
{
	uint64_t begin_tsc = clock_read();
	void *buffer = page_size_map(ctx, pages * page_bytes, page_bytes);

	mapped.page_bytes = page_bytes;
	mapped.pages = pages;
	mapped.ticks = clock_read() - begin_tsc;
	return buffer;
}

static int tlb_setup(struct bench_ctx *ctx)
{
	uint64_t page_bytes = ctx->point[AXIS_PAGE], pages = ctx->point[AXIS_PAGES];
	struct chase *chase = ctx->state;
	void *buffer;

	if (would_take_too_long(ctx, page_bytes, pages))
		return bench_skip(ctx, "time", "mapping %lu pages would take too long", pages);
	buffer = tlb_map(ctx, page_bytes, pages);
	if (buffer == NULL)
		return bench_skip(ctx, "memory", "no memory for the buffer");
	*chase = (struct chase){
		.at = cycle_link_pages(buffer, page_bytes, (uint32_t)pages, &ctx->rng),
		.buffer = buffer, .share_bytes = page_bytes, .count = (uint32_t)pages,
		.is_random = true, .is_warmed = true,
	};
	ctx->warming = pages;
	return 0;
}

/* Check that lines use many sets of a cache. If all lines were in few sets, loads would wait for a
 * lower level before the TLB is full. The numbers of lines and the lowest bits of the numbers of
 * small pages select the set. */
static void check_sets(const struct bench_ctx *ctx, const struct chase *chase)
{
	static bool is_used[SETS];
	uint32_t expected = chase->count < SETS ? chase->count : SETS, used = 0;
	const struct line *line = chase->at;

	memset(is_used, 0, sizeof(is_used));
	for (uint32_t i = 0; i < chase->count; i++, line = line->next) {
		bool *of_line = &is_used[(uintptr_t)line / LINE_BYTES % SETS];

		used += !*of_line;
		*of_line = true;
	}
	if (used != expected)
		validity_check_failed(ctx, "sets", "the lines of %u pages are in %u sets of a "
				      "cache with %u", chase->count, used, SETS);
}

static int tlb_verify(struct bench_ctx *ctx)
{
	if (ctx->point[AXIS_PAGE] == PAGE_SIZE_4K)
		check_sets(ctx, ctx->state);
	return chase_verify(ctx);
}

static const struct axis axes[] = {
	[AXIS_PAGE] = {"page_bytes", NULL, page_sizes_all},
	[AXIS_PAGES] = {"pages", NULL, page_counts},
	{0},
};

const struct benchmark bench_mem_tlb = {
	.name = "mem.tlb",
	.summary = "one load of a random pointer chase over one line in each of many pages",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_EXACT,
	.axes = axes,
	.state_bytes = sizeof(struct chase),
	.setup = tlb_setup,
	.run = chase_run,
	.loop_operations = CHASE_LOADS,
	.verify = tlb_verify,
	.verified = "the chase visits one line in each of the pages, in random order, and the "
		    "lines of small pages are spread over the sets of a cache",
};
