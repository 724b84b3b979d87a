/* SPDX-License-Identifier: MIT */
/* disk.cached: reads of blocks through the buffer cache, cached or not, one at a time and in
 * parallel. The order of blocks alone determines hits: a cycle over as many blocks as the cache
 * holds finds all blocks in the cache. A longer cycle finds none, because each block is evicted
 * just before its use. After each sample the cache's counts must agree with this. */
#include "bench/benchmark.h"
#include "bench/disk/axes.h"
#include "bench/disk/cache.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"

#define READS 8u                        /* reads in a sample; asynchronous reads are all in flight
					 * at once */
#define LIMIT_MS 20000

enum {AXIS_FOUND = DISK_AXES, AXIS_WAY};
enum {FOUND_HIT, FOUND_MISS};
enum {WAY_SYNCHRONOUS, WAY_ASYNCHRONOUS};

struct cached {
	struct disk_cache cache;
	uint64_t round_blocks;          /* number of blocks in a cycle */
	uint64_t next_block;
	uint64_t pattern_sectors;        /* from the first one on; 0: none */
};

_Static_assert(sizeof(struct cached) <= BENCH_STATE_MAX, "in the benchmark's state");

static const char *const found_labels[] = {[FOUND_HIT] = "hit", [FOUND_MISS] = "miss"};
static const char *const way_labels[] = {
	[WAY_SYNCHRONOUS] = "synchronous", [WAY_ASYNCHRONOUS] = "asynchronous",
};

/* ---- Parameters ---- */

static size_t cached_found(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = FOUND_HIT;
	values[1] = FOUND_MISS;
	return 2;
}

static size_t cached_ways(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = WAY_SYNCHRONOUS;
	values[1] = WAY_ASYNCHRONOUS;
	if (!disk_has_host_time())
		return 2;
	bench_skip(ctx, "host_time", "with instruction counting, the host decides when a read "
				     "completes, which affects reads in parallel");
	return 1;
}

/* ---- A sample ---- */

static uint64_t cached_next(struct cached *cached)
{
	uint64_t block = cached->next_block;

	cached->next_block = block + 1 < cached->round_blocks ? block + 1 : 0;
	return block;
}

static int cached_read_each(struct cached *cached, const uint8_t **data, uint64_t *block)
{
	int error = 0;

	for (unsigned i = 0; i < READS && error == 0; i++) {
		*block = cached_next(cached);
		error = disk_cache_read(&cached->cache, *block, data);
	}
	return error;
}

/* Read together. *data is NULL if all blocks were cached, otherwise the data of the last read. */
static int cached_read_together(struct cached *cached, const uint8_t **data, uint64_t *block)
{
	const struct disk_request *last = &cached->cache.last;
	bool waits = false;
	int error = 0;

	for (unsigned i = 0; i < READS && error >= 0; i++)
		error = disk_cache_begin(&cached->cache, cached_next(cached));
	while (cached->cache.under_way > 0 && error >= 0) {
		error = disk_cache_finish(&cached->cache);
		waits = true;
	}
	*data = waits ? last->buffer : NULL;
	*block = last->sector * cached->cache.facts.sector_bytes / DISK_BLOCK_BYTES;
	return error < 0 ? error : 0;
}

static int cached_check(struct bench_ctx *ctx, struct cached *cached, const uint8_t *data,
			uint64_t block)
{
	bool is_hit = ctx->point[AXIS_FOUND] == FOUND_HIT;

	if (!disk_cache_counted(&cached->cache, is_hit ? READS : 0, is_hit ? 0 : READS))
		return bench_error(ctx, -EIO, "the cache found the wrong ones of %u blocks",
				   READS);
	if (data == NULL)
		return 0;
	return disk_check_pattern(ctx, cached->pattern_sectors, data, block * DISK_BLOCK_BYTES,
				  DISK_BLOCK_BYTES);
}

static int cached_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct cached *cached = ctx->state;
	uint64_t begin_tsc = clock_read(), block = 0;
	const uint8_t *data = NULL;
	int error = ctx->point[AXIS_WAY] == WAY_SYNCHRONOUS
			    ? cached_read_each(cached, &data, &block)
			    : cached_read_together(cached, &data, &block);

	values[0] = clock_read() - begin_tsc;
	return error == 0 ? cached_check(ctx, cached, data, block)
			  : disk_cache_error(ctx, &cached->cache);
}

/* ---- Before and after ---- */

/* Go through one cycle, so that each block is cached or evicted. The first block tells whether the
 * disk has a pattern. */
static int cached_go_round(struct bench_ctx *ctx, struct cached *cached)
{
	for (uint64_t block = 0; block < cached->round_blocks; block++) {
		const uint8_t *data;
		int error = 0;

		if (disk_cache_read(&cached->cache, block, &data) != 0)
			return disk_cache_error(ctx, &cached->cache);
		if (block == 0)
			error = disk_find_pattern(ctx, (size_t)ctx->point[DISK_AXIS_DEVICE], data,
						  &cached->pattern_sectors);
		if (error != 0)
			return error;
	}
	disk_cache_counted(&cached->cache, 0, 0);
	return 0;
}

/* Choose the number of blocks. For hits, it is the minimum of cache and disk size. For misses, it
 * is so much larger that no read in flight replaces another one's block. */
static int cached_choose_blocks(struct bench_ctx *ctx, struct cached *cached)
{
	uint64_t blocks = disk_cache_blocks(&cached->cache);
	uint32_t kept = cached->cache.blocks.slot_count;

	if (ctx->point[AXIS_FOUND] == FOUND_MISS) {
		cached->round_blocks = kept + READS;
		if (blocks >= cached->round_blocks)
			return 0;
		return bench_skip(ctx, "capacity",
				  "the disk has only %lu blocks, %u of them are cached",
				  blocks, kept);
	}
	cached->round_blocks = kept < blocks ? kept : blocks;
	return kept > 0 ? 0 : bench_skip(ctx, "cache", "a cache of size 0 holds no block");
}

static void cached_teardown(struct bench_ctx *ctx)
{
	struct cached *cached = ctx->state;

	platform_disk_close();
	disk_cache_write(ctx, &cached->cache);
}

static int cached_setup(struct bench_ctx *ctx)
{
	struct cached *cached = ctx->state;
	uint32_t depth = ctx->point[AXIS_WAY] == WAY_SYNCHRONOUS ? 1 : READS;
	int status = disk_cache_open(ctx, &cached->cache, depth);

	if (status != 0)
		return status;
	ctx->operations = READS;
	ctx->bytes = DISK_BLOCK_BYTES;
	status = cached_choose_blocks(ctx, cached);
	if (status == 0)
		status = cached_go_round(ctx, cached);
	if (status != 0)
		platform_disk_close();
	return status;
}

static const struct axis axes[] = {
	[DISK_AXIS_DEVICE] = {"device", disk_device_labels, disk_axis_devices},
	[DISK_AXIS_COMPLETION] = {"completion", disk_completion_labels, disk_axis_completions},
	[AXIS_FOUND] = {"found", found_labels, cached_found},
	[AXIS_WAY] = {"way", way_labels, cached_ways},
	{0},
};

const struct benchmark bench_disk_cached = {
	.name = "disk.cached",
	.summary = "one block of a disk, read through a cache with LRU eviction",
	.differs_hosted = "a miss is a read by io_uring, or pread, with O_DIRECT",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_DISK,
	.axes = axes,
	.is_of_devices = true,
	.limit_ms = LIMIT_MS,
	.state_bytes = sizeof(struct cached),
	.setup = cached_setup,
	.sample = cached_sample,
	.teardown = cached_teardown,
	.verified = "the cache found as many blocks as the order allows; of a disk with a "
		    "pattern, also their contents",
};
