/* SPDX-License-Identifier: MIT */
/* The largest buffer of a sweep over sizes. */
#ifndef BENCH_MEM_BUFFER_LIMIT_H
#define BENCH_MEM_BUFFER_LIMIT_H

#include <stdint.h>

#include "bench/benchmark.h"

struct buffer_limit {
	uint64_t size_bytes;
	const char *missing;    /* what larger buffers would need; NULL: larger buffers are of no
				 * use */
	const char *reason;     /* text for the skip record */
};

/* Returns four times the size of the last-level cache, or less if free memory in pages of
 * page_bytes, the suite or the time base allows less. */
struct buffer_limit buffer_limit_of(const struct bench_ctx *ctx, uint64_t page_bytes);

/* If larger buffers would be of use, write a skip record with the end of the sweep and the reason.
 * last_bytes is the largest size in the sweep, or 0 if the sweep is empty. Call from an axis's
 * values function. */
void buffer_limit_report(struct bench_ctx *ctx, const struct buffer_limit *limit,
			 uint64_t last_bytes);

/* Map a buffer of the largest useful size and settle its translations. It has 2 MiB pages if the
 * CPU supports them. The quick suite's limit is 16 MiB, because each point prepares the buffer
 * again. Stores the size. Returns NULL if memory is insufficient. */
void *buffer_limit_map(const struct bench_ctx *ctx, uint64_t *size_bytes);

#endif
