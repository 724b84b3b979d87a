/* SPDX-License-Identifier: MIT */
/* A store and a dependent load, by their relative position and size. */
#ifndef BENCH_MEM_STORE_FORWARD_H
#define BENCH_MEM_STORE_FORWARD_H

#define STORE_FORWARD_PAIRS 50          /* in one iteration of every loop */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

#define STORE_FORWARD_BYTES 8192        /* size of the buffer: two pages */

/* Each loop runs iterations pairs, rounded up to whole iterations, in the page-aligned buffer whose
 * address is the first word of ctx's state. */
typedef void store_forward_loop(struct bench_ctx *ctx, uint64_t iterations);

store_forward_loop store_forward_same, store_forward_same_byte, store_forward_low_half,
		   store_forward_high_half, store_forward_inner_byte, store_forward_wider,
		   store_forward_two_stores, store_forward_overlap, store_forward_line_split,
		   store_forward_page_split;
#endif

#endif
