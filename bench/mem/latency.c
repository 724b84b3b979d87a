/* mem.latency: what a load costs by the size of what is loaded from. A dependent random chase over
 * every cache line of a buffer, as in lmbench's lat_mem_rd -t (McVoy & Staelin, USENIX 1996):
 * random, so that no prefetcher knows the next line; dependent, so that loads don't overlap. */
#include <stdbool.h>

#include "bench/benchmark.h"
#include "bench/mem/chase.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"
#include "lib/errno.h"

#define LINE_BYTES 64
#define SIZE_MIN_BYTES 1024
#define SIZES_PER_OCTAVE 4
#define CACHES_OVER_LAST_LEVEL 4
#define LAST_LEVEL_UNKNOWN_BYTES (32ull << 20)
#define QUICK_MAX_BYTES (64ull << 20)
#define QUICK_EXACT_MAX_BYTES (1ull << 20)

enum {AXIS_PAGE, AXIS_SIZE};

struct line {
	struct line *next;
	uint8_t rest[LINE_BYTES - sizeof(struct line *)];
};

struct chase {
	struct line *at;        /* first: where chase_run goes on from */
};

/* How far a sweep goes, and for want of what no further. */
struct reach {
	uint64_t size_bytes;
	const char *missing;    /* NULL when the sweep goes as far as it is of use */
	const char *reason;
};

static size_t page_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = PAGE_SIZE_4K;
	values[1] = PAGE_SIZE_2M;
	values[2] = PAGE_SIZE_1G;
	return 3;
}

/* The largest buffer, with a little left for the tables of small pages. */
static uint64_t memory_for(uint64_t page_bytes)
{
	uint64_t available_bytes = platform_memory_available(page_bytes);

	if (page_bytes == PAGE_SIZE_4K)
		available_bytes -= available_bytes / 64;
	return available_bytes;
}

static void limit(struct reach *reach, uint64_t size_bytes, const char *missing, const char *reason)
{
	if (size_bytes < reach->size_bytes)
		*reach = (struct reach){size_bytes, missing, reason};
}

static struct reach reach_of(const struct bench_ctx *ctx, uint64_t page_bytes)
{
	uint64_t cache_bytes = platform_last_level_cache_bytes();
	struct reach reach = {.size_bytes = CACHES_OVER_LAST_LEVEL *
			      (cache_bytes != 0 ? cache_bytes : LAST_LEVEL_UNKNOWN_BYTES)};

	limit(&reach, memory_for(page_bytes), "memory", "the machine has no more memory free");
	if (ctx->suite == SUITE_QUICK)
		limit(&reach, QUICK_MAX_BYTES, "time", "larger ones are for the full suite");
	if (ctx->suite == SUITE_QUICK && platform_time_base() == TIME_INSTRUCTIONS)
		limit(&reach, QUICK_EXACT_MAX_BYTES, "caches",
		      "counted in instructions every size costs the same");
	return reach;
}

/* The nth size: four an octave, equally spaced within it, so that all are whole lines. */
static uint64_t size_at(unsigned n)
{
	uint64_t octave_bytes = (uint64_t)SIZE_MIN_BYTES << n / SIZES_PER_OCTAVE;

	return octave_bytes + octave_bytes / SIZES_PER_OCTAVE * (n % SIZES_PER_OCTAVE);
}

static size_t sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint64_t page_bytes = ctx->point[AXIS_PAGE];
	struct reach reach = reach_of(ctx, page_bytes);
	unsigned count = 0;

	if (page_size_check(ctx, page_bytes) != 0)
		return 0;
	while (count < BENCH_AXIS_VALUES_MAX && size_at(count) <= reach.size_bytes) {
		values[count] = size_at(count);
		count++;
	}
	if (count == 0)
		bench_skip(ctx, "memory", "not one page of %lu KiB is free", page_bytes >> 10);
	else if (reach.missing != NULL)
		bench_skip(ctx, reach.missing, "buffers end at %lu KiB: %s",
			   values[count - 1] >> 10, reach.reason);
	return count;
}

/* Link all lines into one cycle in random order: each line is put into the cycle behind a random
 * one of those already there. All cycles are equally likely; it is Sattolo's algorithm, "An
 * Algorithm to Generate a Random Cyclic Permutation", 1986, in the inside-out form that needs no
 * second array. */
static void link_cycle(struct line *lines, uint32_t count, struct rng *rng)
{
	lines[0].next = &lines[0];
	for (uint32_t i = 1; i < count; i++) {
		struct line *before = &lines[rng_below(rng, i)];

		lines[i].next = before->next;
		before->next = &lines[i];
	}
}

static int setup(struct bench_ctx *ctx)
{
	uint64_t page_bytes = ctx->point[AXIS_PAGE], size_bytes = ctx->point[AXIS_SIZE];
	uint32_t count = (uint32_t)(size_bytes / LINE_BYTES);
	struct chase *chase = ctx->state;
	struct line *lines = platform_map(size_bytes, page_bytes);

	if (lines == NULL)
		return bench_skip(ctx, "memory", "there is no such block of memory");
	link_cycle(lines, count, &ctx->rng);
	platform_settle_translations(lines, size_bytes, page_bytes);
	chase->at = lines;
	chase_run(ctx, count);
	return 0;
}

static const struct axis axes[] = {
	[AXIS_PAGE] = {"page_bytes", NULL, page_sizes},
	[AXIS_SIZE] = {"size_bytes", NULL, sizes},
	{0},
};

const struct benchmark bench_mem_latency = {
	.name = "mem.latency",
	.summary = "one load in a dependent random chase over every cache line of a buffer",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.axes = axes,
	.state_bytes = sizeof(struct chase),
	.setup = setup,
	.run = chase_run,
	.loop_operations = CHASE_LOADS,
};
