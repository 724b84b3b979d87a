/* SPDX-License-Identifier: MIT */
/* A store and a load that needs it, by how they lie to each other. */
#ifndef BENCH_MEM_STORE_FORWARD_H
#define BENCH_MEM_STORE_FORWARD_H

#define STORE_FORWARD_PAIRS 50          /* in one turn of every loop */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

#define STORE_FORWARD_BYTES 8192        /* of the buffer: two pages */

/* Each does iterations pairs, rounded up to whole turns, in the page-aligned buffer that the first
 * word of ctx's state points to. */
typedef void store_forward_loop(struct bench_ctx *ctx, uint64_t iterations);

store_forward_loop store_forward_same, store_forward_same_byte, store_forward_low_half,
		   store_forward_high_half, store_forward_inner_byte, store_forward_wider,
		   store_forward_two_stores, store_forward_overlap, store_forward_line_split,
		   store_forward_page_split;
#endif

#endif
