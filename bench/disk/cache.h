/* SPDX-License-Identifier: MIT */
/* The buffer cache: blocks of the open disk in the disk's own buffers, managed by
 * lib/block_cache.h. The disk writes directly to them, so nothing is copied. Reads are single or
 * parallel. A cache without slots reads from the disk each time. Bare metal and the Linux process
 * use the same code. There is one cache at a time. */
#ifndef BENCH_DISK_CACHE_H
#define BENCH_DISK_CACHE_H

#include "bench/benchmark.h"
#include "bench/platform/disk.h"
#include "lib/block_cache.h"

#define DISK_BLOCK_BYTES 4096u
#define DISK_CACHE_BYTES_DEFAULT (1u << 20)     /* default of disk.cache */

struct disk_cache {
	struct disk_facts facts;
	struct block_cache blocks;
	uint32_t depth;                 /* maximum number of reads in flight */
	uint32_t under_way;
	struct disk_request requests[DISK_DEPTH_MAX];
	uint32_t slots[DISK_DEPTH_MAX]; /* destination slots of these reads */
	bool in_use[DISK_DEPTH_MAX];
	struct disk_request last;       /* the request that completed last */
	bool has_failed;                /* the disk reported that request `last` failed */
	uint64_t seen_hits, seen_misses;        /* at the last disk_cache_counted */
	uint32_t spare_buffer;          /* index of the first buffer after those of the blocks */
};

/* Open the point's disk (bench/disk/axes.h) for up to depth parallel reads, and make an empty
 * cache. The parameter disk.cache gives its size, rounded to whole blocks. Returns 0, or the result
 * for setup to return, with the disk closed. The caller closes the disk with
 * platform_disk_close. */
int disk_cache_open(struct bench_ctx *ctx, struct disk_cache *cache, uint32_t depth);

/* Like disk_cache_open(), for a scratch disk that will be read one block at a time and also
 * written. Adds spare buffers for requests of that size. */
int disk_cache_open_scratch(struct bench_ctx *ctx, struct disk_cache *cache, uint32_t spare_bytes);

/* Number of blocks of the disk. */
uint64_t disk_cache_blocks(const struct disk_cache *cache);

/* Get a block from the cache, or read it and wait. Returns 0 and sets *data, which is valid until
 * the next call, or returns a negative errno. No read may be in flight. */
int disk_cache_read(struct disk_cache *cache, uint64_t block, const uint8_t **data);

/* Start to read a block, unless it is cached or in flight. If the maximum number of reads is in
 * flight, first wait for one of them. Returns 1 if the block is cached, 0 if it is in flight, or a
 * negative errno. */
int disk_cache_begin(struct disk_cache *cache, uint64_t block);

/* Wait until any read in flight completes. Returns 0 or a negative errno. After an error the cache
 * contains only blocks that were read completely. */
int disk_cache_finish(struct disk_cache *cache);

/* Result of a point after a failure of a function above. */
int disk_cache_error(struct bench_ctx *ctx, const struct disk_cache *cache);

/* Whether the cache had exactly these numbers of hits and misses since the last call. */
bool disk_cache_counted(struct disk_cache *cache, uint64_t hits, uint64_t misses);

/* Write the point's disk_cache record. */
void disk_cache_write(const struct bench_ctx *ctx, const struct disk_cache *cache);

#endif
