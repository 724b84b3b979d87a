/* SPDX-License-Identifier: MIT */
/* mem.latency: load latency by the size of the working set. A pointer chase visits every cache line
 * of a buffer. It is random, so that prefetchers cannot predict the next line, and dependent, so
 * that loads do not overlap.
 *
 * With order=random, loads in a large buffer also include TLB misses. Other programs exclude TLB
 * misses. lmbench's lat_mem_rd -t (McVoy & Staelin, USENIX 1996) visits the lines of one page
 * before those of the next page. By default multichase visits the lines of 64 pages before others,
 * because the translations of 64 pages fit the TLB. order=tlb_local is comparable with these
 * programs. */
#include "bench/benchmark.h"
#include "bench/mem/chase.h"
#include "bench/mem/cycle.h"
#include "bench/mem/chase_check.h"
#include "bench/mem/node_axis.h"
#include "bench/mem/page_size.h"
#include "bench/mem/buffer_limit.h"
#include "bench/platform.h"

#define SIZE_MIN_BYTES 1024
#define SIZES_PER_OCTAVE 4

/* A lower-level cache may store a line only at the line's second use, so a buffer of some MiB is in
 * its final place after several rounds. This many loads warm the buffer. For larger buffers one
 * round suffices. */
#define WARMING_LOADS (1u << 18)

/* Size of a group in order=tlb_local: the lines of 64 small pages. */
#define TLB_LOCAL_BYTES (64 * PAGE_SIZE_4K)
#define TLB_LOCAL_LINES (TLB_LOCAL_BYTES / LINE_BYTES)

enum {AXIS_ORDER, AXIS_PAGE, AXIS_SIZE, AXIS_CPU_NODE, AXIS_NODE};
enum {ORDER_RANDOM, ORDER_TLB_LOCAL};

static const char *const order_labels[] = {
	[ORDER_RANDOM] = "random", [ORDER_TLB_LOCAL] = "tlb_local",
};

/* The nth size. There are four sizes per octave, equally spaced, all multiples of a line. */
static uint64_t size_at(unsigned n)
{
	uint64_t octave_bytes = (uint64_t)SIZE_MIN_BYTES << n / SIZES_PER_OCTAVE;

	return octave_bytes + octave_bytes / SIZES_PER_OCTAVE * (n % SIZES_PER_OCTAVE);
}

static size_t latency_orders(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = ORDER_RANDOM;
	values[1] = ORDER_TLB_LOCAL;
	return 2;
}

/* Page sizes. For order=tlb_local only small pages, because 64 large pages would be most of a
 * buffer. */
static size_t latency_pages(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	if (ctx->point[AXIS_ORDER] == ORDER_RANDOM)
		return page_sizes_all(ctx, values);
	values[0] = PAGE_SIZE_4K;
	return 1;
}

/* Sizes for order=tlb_local, one per octave. Up to 64 pages both orders are the same. Beyond, the
 * curve has the same steps as that of order=random, which also reports the end of the sweep. */
static size_t tlb_local_sizes(const struct buffer_limit *limit,
			      uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = 0;

	for (uint64_t bytes = 2 * TLB_LOCAL_BYTES; bytes <= limit->size_bytes; bytes *= 2)
		values[count++] = bytes;
	return count;
}

static size_t latency_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint64_t page_bytes = ctx->point[AXIS_PAGE];
	struct buffer_limit limit = buffer_limit_of(ctx, page_bytes);
	unsigned count = 0;

	if (page_size_check(ctx, page_bytes) != 0)
		return 0;
	if (ctx->point[AXIS_ORDER] == ORDER_TLB_LOCAL)
		return tlb_local_sizes(&limit, values);
	while (count < BENCH_AXIS_VALUES_MAX && size_at(count) <= limit.size_bytes) {
		values[count] = size_at(count);
		count++;
	}
	buffer_limit_report(ctx, &limit, count > 0 ? values[count - 1] : 0);
	return count;
}

/* The curve of remote memory has one size per octave, and one page size. */
static size_t latency_cpu_nodes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint64_t size_bytes = ctx->point[AXIS_SIZE];
	bool remote = ctx->point[AXIS_ORDER] == ORDER_RANDOM &&
		      ctx->point[AXIS_PAGE] == PAGE_SIZE_4K && (size_bytes & (size_bytes - 1)) == 0;

	return node_axis_own(ctx, remote, values);
}

static size_t latency_nodes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	return node_axis_remote(ctx->point[AXIS_CPU_NODE], values);
}

static int latency_setup(struct bench_ctx *ctx)
{
	uint64_t page_bytes = ctx->point[AXIS_PAGE], size_bytes = ctx->point[AXIS_SIZE];
	uint32_t count = (uint32_t)(size_bytes / LINE_BYTES);
	struct chase *chase = ctx->state;
	struct line *lines;

	node_axis_choose(ctx->point[AXIS_NODE]);
	lines = page_size_map(ctx, size_bytes, page_bytes);
	if (lines == NULL)
		return bench_skip(ctx, "memory", "no memory for the buffer");
	if (ctx->point[AXIS_ORDER] == ORDER_TLB_LOCAL)
		cycle_link_tlb_local(lines, count, TLB_LOCAL_LINES, &ctx->rng);
	else
		cycle_link_random(lines, count, &ctx->rng);
	platform_settle_translations(lines, size_bytes, page_bytes);
	*chase = (struct chase){
		.at = lines, .buffer = lines, .share_bytes = LINE_BYTES, .count = count,
		.group_bytes = ctx->point[AXIS_ORDER] == ORDER_TLB_LOCAL ? TLB_LOCAL_BYTES : 0,
		.is_random = true, .is_warmed = true,
	};
	ctx->warming = count > WARMING_LOADS ? count : WARMING_LOADS;
	return 0;
}

static const struct axis axes[] = {
	[AXIS_ORDER] = {"order", order_labels, latency_orders},
	[AXIS_PAGE] = {"page_bytes", NULL, latency_pages},
	[AXIS_SIZE] = {"size_bytes", NULL, latency_sizes},
	[AXIS_CPU_NODE] = {NODE_AXIS_CPU, NULL, latency_cpu_nodes},
	[AXIS_NODE] = {NODE_AXIS_MEMORY, NULL, latency_nodes},
	{0},
};

const struct benchmark bench_mem_latency = {
	.name = "mem.latency",
	.summary = "one load of a random pointer chase over all cache lines of a buffer",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_EXACT,
	.point_ms = 150,
	.axes = axes,
	.state_bytes = sizeof(struct chase),
	.setup = latency_setup,
	.run = chase_run,
	.loop_operations = CHASE_LOADS,
	.verify = chase_verify,
	.verified = "the chase visits each line of the buffer once, in random order; with "
		    "order=tlb_local, those of 64 pages before the others",
};
