/* SPDX-License-Identifier: MIT */
/* The page_bytes axis, for benchmarks that depend on the page size. */
#ifndef BENCH_MEM_PAGE_SIZE_H
#define BENCH_MEM_PAGE_SIZE_H

#include "bench/benchmark.h"

#define PAGE_SIZE_4K (1ull << 12)
#define PAGE_SIZE_2M (1ull << 21)
#define PAGE_SIZE_1G (1ull << 30)

/* Values function: all page sizes, supported or not. */
size_t page_sizes_all(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* Size of the largest buffer in pages of page_bytes. Small pages leave a little memory for their
 * page tables. */
uint64_t page_size_room(uint64_t page_bytes);

/* Call platform_map and check the actual page size. On a machine with several memory nodes, also
 * check that the pages are in the chosen node. A wrong size or node is a failed validity check.
 * Call from setup. */
void *page_size_map(const struct bench_ctx *ctx, uint64_t size_bytes, uint64_t page_bytes);

/* Returns 0 if the machine has pages of page_bytes, else bench_skip's -ENOTSUP. */
int page_size_check(struct bench_ctx *ctx, uint64_t page_bytes);

#endif
