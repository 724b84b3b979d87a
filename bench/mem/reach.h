/* SPDX-License-Identifier: MIT */
/* How far a sweep over buffer sizes goes. */
#ifndef BENCH_MEM_REACH_H
#define BENCH_MEM_REACH_H

#include <stdint.h>

#include "bench/benchmark.h"

struct reach {
	uint64_t size_bytes;
	const char *missing;    /* for want of what no further; NULL when further is of no use */
	const char *reason;
};

/* The largest buffer that is of use and that is there, in pages of page_bytes: four times the
 * last-level cache, or less as memory, the suite and what a tick is worth allow. */
struct reach reach_of(const struct bench_ctx *ctx, uint64_t page_bytes);

/* From an axis's values function: say by a skip record where the sweep ends and why, unless it goes
 * as far as is of use. last_bytes is the largest size in it; 0 if there is none. */
void reach_report(struct bench_ctx *ctx, const struct reach *reach, uint64_t last_bytes);

/* Map a buffer that goes beyond the caches, in large pages where there are, its translations
 * settled: as large as is of use, or in the quick suite 16 MiB, since each point prepares it anew.
 * Stores its size. Returns NULL when there is not enough memory. */
void *reach_map(const struct bench_ctx *ctx, uint64_t *size_bytes);

#endif
