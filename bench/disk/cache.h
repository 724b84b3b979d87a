/* SPDX-License-Identifier: MIT */
/* The buffer cache: blocks of the disk that is open, kept in its own buffers by lib/block_cache.h,
 * so that nothing is copied, and read one at a time or several under way. Without slots each read
 * goes to the disk. The same code on the bare machine and in the Linux process; one at a time. */
#ifndef BENCH_DISK_CACHE_H
#define BENCH_DISK_CACHE_H

#include "bench/benchmark.h"
#include "bench/platform/disk.h"
#include "lib/block_cache.h"

#define DISK_BLOCK_BYTES 4096u
#define DISK_CACHE_BYTES_DEFAULT (1u << 20)     /* where disk.cache says nothing */

struct disk_cache {
	struct disk_facts facts;
	struct block_cache blocks;
	uint32_t depth;                 /* reads that may be under way */
	uint32_t under_way;
	struct disk_request requests[DISK_DEPTH_MAX];
	uint32_t slots[DISK_DEPTH_MAX]; /* that they read into */
	bool in_use[DISK_DEPTH_MAX];
	struct disk_request last;       /* that has ended */
	bool has_failed;                /* the disk said that it could not read that */
	uint64_t seen_hits, seen_misses;        /* at the last disk_cache_counted */
};

/* Open the disk of the point (bench/disk/axes.h) for so many reads at a time and an empty cache of
 * disk.cache's size, in whole blocks. Returns 0, or what setup is to return; the disk is closed
 * then. platform_disk_close closes it. */
int disk_cache_open(struct bench_ctx *ctx, struct disk_cache *cache, uint32_t depth);

/* Blocks that the disk has. */
uint64_t disk_cache_blocks(const struct disk_cache *cache);

/* Have a block, by what is kept or by reading it and waiting. Returns 0 with *data, which stays as
 * it is until the next call, or a negative errno. No read may be under way. */
int disk_cache_read(struct disk_cache *cache, uint64_t block, const uint8_t **data);

/* Begin to read a block, unless it is kept or on its way, and do not wait for it; but for another
 * where all that may be under way is. Returns 1 if it is kept, 0 if it is on its way, or a negative
 * errno. */
int disk_cache_begin(struct disk_cache *cache, uint64_t block);

/* Wait for one read that is under way, whichever is first. Returns 0, or a negative errno; after
 * one, the cache holds nothing that was not read whole. */
int disk_cache_finish(struct disk_cache *cache);

/* What a point returns when one of these has failed. */
int disk_cache_error(struct bench_ctx *ctx, const struct disk_cache *cache);

/* Whether since the last call so many blocks were found in the cache, and so many not. */
bool disk_cache_counted(struct disk_cache *cache, uint64_t hits, uint64_t misses);

/* Write what became of the point's reads. */
void disk_cache_write(const struct bench_ctx *ctx, const struct disk_cache *cache);

#endif
