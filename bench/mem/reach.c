/* SPDX-License-Identifier: MIT */
/* What ends a sweep: the caches, the memory there is, or the time a suite may take. */
#include "bench/mem/reach.h"

#include "bench/mem/page_size.h"
#include "bench/platform.h"

#define CACHES_OVER_LAST_LEVEL 4
#define LAST_LEVEL_UNKNOWN_BYTES (32ull << 20)
#define QUICK_MAX_BYTES (64ull << 20)
#define QUICK_EXACT_MAX_BYTES (1ull << 20)
#define QUICK_BUFFER_BYTES (16ull << 20)

static void limit(struct reach *reach, uint64_t size_bytes, const char *missing, const char *reason)
{
	if (size_bytes < reach->size_bytes)
		*reach = (struct reach){size_bytes, missing, reason};
}

struct reach reach_of(const struct bench_ctx *ctx, uint64_t page_bytes)
{
	uint64_t cache_bytes = platform_last_level_cache_bytes();
	struct reach reach = {.size_bytes = CACHES_OVER_LAST_LEVEL *
			      (cache_bytes != 0 ? cache_bytes : LAST_LEVEL_UNKNOWN_BYTES)};

	limit(&reach, page_size_room(page_bytes), "memory", "the machine has no more memory free");
	if (ctx->suite != SUITE_FULL)
		limit(&reach, QUICK_MAX_BYTES, "time", "larger ones are for the full suite");
	if (ctx->suite != SUITE_FULL && platform_time_base() == TIME_INSTRUCTIONS)
		limit(&reach, QUICK_EXACT_MAX_BYTES, "caches",
		      "counted in instructions every size costs the same");
	return reach;
}

void reach_report(struct bench_ctx *ctx, const struct reach *reach, uint64_t last_bytes)
{
	if (last_bytes == 0)
		bench_skip(ctx, "memory",
			   "not one page of this size is free for the smallest buffer");
	else if (reach->missing != NULL)
		bench_skip(ctx, reach->missing, "buffers end at %lu KiB: %s", last_bytes >> 10,
			   reach->reason);
}

void *reach_map(const struct bench_ctx *ctx, uint64_t *size_bytes)
{
	bool large = (platform_capabilities() & CAN_PAGE_2M) != 0;
	uint64_t page_bytes = large ? PAGE_SIZE_2M : PAGE_SIZE_4K;
	struct reach reach = reach_of(ctx, page_bytes);
	void *buffer;

	if (ctx->suite != SUITE_FULL)
		limit(&reach, QUICK_BUFFER_BYTES, "time", "");
	*size_bytes = reach.size_bytes;
	buffer = *size_bytes > 0 ? page_size_map(ctx, *size_bytes, page_bytes) : NULL;
	if (buffer != NULL)
		platform_settle_translations(buffer, *size_bytes, page_bytes);
	return buffer;
}
