/* SPDX-License-Identifier: MIT */
/* The page_bytes axis, shared by benchmarks whose cost depends on the size of a page. */
#ifndef BENCH_MEM_PAGE_SIZE_H
#define BENCH_MEM_PAGE_SIZE_H

#include "bench/benchmark.h"

#define PAGE_SIZE_4K (1ull << 12)
#define PAGE_SIZE_2M (1ull << 21)
#define PAGE_SIZE_1G (1ull << 30)

/* Values of the axis: all sizes there are, whether the machine has them or not. */
size_t page_sizes_all(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* Bytes of the largest buffer in such pages, with a little left for the tables of small ones. */
uint64_t page_size_room(uint64_t page_bytes);

/* platform_map, and a look at what the buffer is mapped by: other pages than were asked for are a
 * doubt. From setup. */
void *page_size_map(const struct bench_ctx *ctx, uint64_t size_bytes, uint64_t page_bytes);

/* 0 if the machine has pages of page_bytes, or bench_skip's -ENOTSUP. */
int page_size_check(struct bench_ctx *ctx, uint64_t page_bytes);

#endif
