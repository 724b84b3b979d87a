/* SPDX-License-Identifier: MIT */
#include "bench/disk/cache.h"

#include "bench/disk/axes.h"
#include "bench/engine/options.h"
#include "bench/engine/records.h"
#include "bench/engine/sweep.h"
#include "bench/platform.h"
#include "lib/text/errno.h"

/* ---- Opening ---- */

static uint32_t cache_slots(const struct bench_ctx *ctx)
{
	uint64_t bytes = ctx->options->disk_cache_is_set ? ctx->options->disk_cache_bytes
							  : DISK_CACHE_BYTES_DEFAULT;

	return (uint32_t)(bytes / DISK_BLOCK_BYTES);
}

/* What a disk must support for blocks of this size. */
static int cache_check_facts(struct bench_ctx *ctx, const struct disk_cache *cache)
{
	if (DISK_BLOCK_BYTES % cache->facts.sector_bytes != 0)
		return bench_skip(ctx, "sector", "the disk has sectors of %u bytes",
				  cache->facts.sector_bytes);
	if (disk_cache_blocks(cache) == 0)
		return bench_skip(ctx, "capacity", "the disk has only %lu sectors",
				  cache->facts.sectors);
	return 0;
}

static int cache_open(struct bench_ctx *ctx, struct disk_cache *cache, uint32_t depth,
		      uint32_t spare_bytes)
{
	uint32_t slots = cache_slots(ctx), block_buffers = slots > depth ? slots : depth;
	const struct disk_use use = {
		.depth = depth,
		.buffers = block_buffers + spare_bytes / DISK_BLOCK_BYTES,
		.bytes = spare_bytes > 0 ? spare_bytes : DISK_BLOCK_BYTES,
		.buffer_bytes = DISK_BLOCK_BYTES,
		.completion = (enum disk_completion)ctx->point[DISK_AXIS_COMPLETION],
		.scratch_token = spare_bytes > 0 ? ctx->options->scratch_token : 0,
	};
	void *memory = slots > 0 ? platform_map(block_cache_bytes(slots), 4096) : NULL;
	int error;

	if (slots > 0 && memory == NULL)
		return bench_skip(ctx, "memory", "no memory for a cache of %u blocks", slots);
	*cache = (struct disk_cache){.depth = depth, .spare_buffer = block_buffers};
	block_cache_init(&cache->blocks, memory, slots);
	error = platform_disk_open((size_t)ctx->point[DISK_AXIS_DEVICE], &use, &cache->facts);
	if (error != 0)
		return disk_not_opened(ctx, error);
	error = cache_check_facts(ctx, cache);
	if (error != 0)
		platform_disk_close();
	return error;
}

int disk_cache_open(struct bench_ctx *ctx, struct disk_cache *cache, uint32_t depth)
{
	return cache_open(ctx, cache, depth, 0);
}

int disk_cache_open_scratch(struct bench_ctx *ctx, struct disk_cache *cache, uint32_t spare_bytes)
{
	return cache_open(ctx, cache, 1, spare_bytes);
}

uint64_t disk_cache_blocks(const struct disk_cache *cache)
{
	return cache->facts.sectors / (DISK_BLOCK_BYTES / cache->facts.sector_bytes);
}

/* ---- Reading ---- */

static uint32_t cache_free_request(const struct disk_cache *cache)
{
	uint32_t index = 0;

	while (cache->in_use[index])
		index++;
	return index;
}

/* Read a block to a slot, or if there are no slots, to the request's own buffer. Sets *buffer to
 * the buffer's number. */
static int cache_submit(struct disk_cache *cache, uint64_t block, uint32_t slot, uint32_t *buffer)
{
	uint32_t index = cache_free_request(cache);
	struct disk_request *request = &cache->requests[index];
	int error;

	*buffer = slot != BLOCK_CACHE_NONE ? slot : index;
	*request = (struct disk_request){
		.sector = block * (DISK_BLOCK_BYTES / cache->facts.sector_bytes),
		.bytes = DISK_BLOCK_BYTES,
		.buffer = platform_disk_buffer(*buffer),
	};
	cache->slots[index] = slot;
	error = platform_disk_submit(request);
	if (error == 0) {
		cache->in_use[index] = true;
		cache->under_way++;
	} else if (slot != BLOCK_CACHE_NONE) {
		block_cache_settle(&cache->blocks, slot, true);
	}
	return error;
}

int disk_cache_finish(struct disk_cache *cache)
{
	struct disk_request *request;
	int error = platform_disk_wait(&request);
	uint32_t index;

	if (error != 0)
		return error;
	index = (uint32_t)(request - cache->requests);
	cache->in_use[index] = false;
	cache->under_way--;
	cache->last = *request;
	if (cache->slots[index] != BLOCK_CACHE_NONE)
		block_cache_settle(&cache->blocks, cache->slots[index], request->status != 0);
	if (request->status == 0)
		return 0;
	cache->has_failed = true;
	return request->status;
}

/* Get a slot for a block that is neither cached nor in flight, if possible. */
static int cache_make_room(struct disk_cache *cache, uint64_t block, uint32_t *slot)
{
	int error = cache->under_way == cache->depth ? disk_cache_finish(cache) : 0;

	*slot = BLOCK_CACHE_NONE;
	while (error == 0 && cache->blocks.slot_count > 0) {
		*slot = block_cache_take(&cache->blocks, block);
		if (*slot != BLOCK_CACHE_NONE)
			break;
		error = disk_cache_finish(cache);
	}
	return error;
}

/* Like disk_cache_begin(). Sets *buffer to the location of a cached block, or to the destination of
 * the block's read. */
static int cache_begin(struct disk_cache *cache, uint64_t block, uint32_t *buffer)
{
	uint32_t slot;
	int error;

	*buffer = block_cache_find(&cache->blocks, block);
	if (*buffer != BLOCK_CACHE_NONE)
		return 1;
	if (block_cache_is_reading(&cache->blocks, block))
		return 0;
	error = cache_make_room(cache, block, &slot);
	return error != 0 ? error : cache_submit(cache, block, slot, buffer);
}

int disk_cache_begin(struct disk_cache *cache, uint64_t block)
{
	uint32_t buffer;

	return cache_begin(cache, block, &buffer);
}

int disk_cache_read(struct disk_cache *cache, uint64_t block, const uint8_t **data)
{
	uint32_t buffer;
	int status = cache_begin(cache, block, &buffer);

	if (status == 0)
		status = disk_cache_finish(cache);
	if (status < 0)
		return status;
	*data = platform_disk_buffer(buffer);
	return 0;
}

int disk_cache_error(struct bench_ctx *ctx, const struct disk_cache *cache)
{
	if (!cache->has_failed)
		return bench_error(ctx, -EIO, "%s", platform_disk_problem());
	return bench_error(ctx, -EIO, "%s: cannot read %u bytes at sector %lu",
			   disk_of_point(ctx), cache->last.bytes, cache->last.sector);
}

/* ---- Counts ---- */

bool disk_cache_counted(struct disk_cache *cache, uint64_t hits, uint64_t misses)
{
	bool is_right = cache->blocks.hits - cache->seen_hits == hits &&
			cache->blocks.misses - cache->seen_misses == misses;

	cache->seen_hits = cache->blocks.hits;
	cache->seen_misses = cache->blocks.misses;
	return is_right;
}

void disk_cache_write(const struct bench_ctx *ctx, const struct disk_cache *cache)
{
	char point[SWEEP_POINT_CHARS];

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	wire_write(platform_writer(), WIRE_disk_cache, &(struct wire_disk_cache){
		.bench = records_current_bench(),
		.point = point,
		.blocks = cache->blocks.slot_count,
		.block_bytes = DISK_BLOCK_BYTES,
		.hits = cache->blocks.hits,
		.misses = cache->blocks.misses,
		.evicted = cache->blocks.evicted,
	});
}
