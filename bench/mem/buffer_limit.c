/* SPDX-License-Identifier: MIT */
/* A sweep is limited by the caches, by free memory, or by the time that a suite may take. */
#include "bench/mem/buffer_limit.h"

#include "bench/mem/page_size.h"
#include "bench/platform.h"

#define CACHES_OVER_LAST_LEVEL 4
#define LAST_LEVEL_UNKNOWN_BYTES (32ull << 20)
#define QUICK_MAX_BYTES (64ull << 20)
#define QUICK_EXACT_MAX_BYTES (1ull << 20)
#define QUICK_BUFFER_BYTES (16ull << 20)

static void lower(struct buffer_limit *limit, uint64_t size_bytes, const char *missing,
		  const char *reason)
{
	if (size_bytes < limit->size_bytes)
		*limit = (struct buffer_limit){size_bytes, missing, reason};
}

struct buffer_limit buffer_limit_of(const struct bench_ctx *ctx, uint64_t page_bytes)
{
	uint64_t cache_bytes = platform_last_level_cache_bytes();
	struct buffer_limit limit = {.size_bytes = CACHES_OVER_LAST_LEVEL *
			      (cache_bytes != 0 ? cache_bytes : LAST_LEVEL_UNKNOWN_BYTES)};

	lower(&limit, page_size_room(page_bytes), "memory", "no more memory is free");
	if (ctx->suite != SUITE_FULL)
		lower(&limit, QUICK_MAX_BYTES, "time", "larger buffers are in the full suite");
	if (ctx->suite != SUITE_FULL && platform_time_base() == TIME_INSTRUCTIONS)
		lower(&limit, QUICK_EXACT_MAX_BYTES, "caches",
		      "instruction counts do not depend on the size");
	return limit;
}

void buffer_limit_report(struct bench_ctx *ctx, const struct buffer_limit *limit,
			 uint64_t last_bytes)
{
	if (last_bytes == 0)
		bench_skip(ctx, "memory",
			   "no free page of this size for the smallest buffer");
	else if (limit->missing != NULL)
		bench_skip(ctx, limit->missing, "buffers end at %lu KiB: %s", last_bytes >> 10,
			   limit->reason);
}

void *buffer_limit_map(const struct bench_ctx *ctx, uint64_t *size_bytes)
{
	bool large = (platform_capabilities() & CAN_PAGE_2M) != 0;
	uint64_t page_bytes = large ? PAGE_SIZE_2M : PAGE_SIZE_4K;
	struct buffer_limit limit = buffer_limit_of(ctx, page_bytes);
	void *buffer;

	if (ctx->suite != SUITE_FULL)
		lower(&limit, QUICK_BUFFER_BYTES, "time", "");
	*size_bytes = limit.size_bytes;
	buffer = *size_bytes > 0 ? page_size_map(ctx, *size_bytes, page_bytes) : NULL;
	if (buffer != NULL)
		platform_settle_translations(buffer, *size_bytes, page_bytes);
	return buffer;
}
