/* SPDX-License-Identifier: MIT */
/* Verify a pointer chase by following it: it must visit what its benchmark claims, in the claimed
 * order. Prefetchers predict a chase in regular steps, whose latency would therefore be less than
 * that of the memory. */
#ifndef BENCH_MEM_CHASE_CHECK_H
#define BENCH_MEM_CHASE_CHECK_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/mem/cycle.h"

/* State of a benchmark that runs chase_run: a cycle with one line in each of count shares of a
 * buffer. A share is a line or a page. */
struct chase {
	struct line *at;        /* first: chase_run continues from it */
	const void *buffer;
	uint64_t share_bytes;
	uint64_t group_bytes;   /* bytes of a group, all of which is visited before the next group;
				 * 0: no groups */
	uint32_t count;
	bool is_random;
	bool is_warmed;         /* ctx->warming loads all lines before the samples */
};

/* Result of a walk through the cycle. */
struct chase_walk {
	uint32_t steps;    /* steps taken: all, or the first ones of a long cycle */
	uint32_t repeated; /* steps with the distance and direction of the previous step */
	uint32_t left;     /* steps to another group */
	bool is_astray;    /* the last step led outside of the buffer, or to a share visited
			    * before, and ended the walk */
	bool is_closed;    /* the walk returned to its start, for the first time at its end */
};

struct chase_walk chase_walk(const struct chase *chase);

/* Report a failed check if the cycle does not visit each share once, as far as its first 65536
 * steps show. Also report one if the cycle leaves a group before all of the group is visited, if
 * is_random and the order is regular, if the order is irregular without is_random, or if is_warmed
 * and fewer loads than lines warm the chase. */
void chase_check(const struct bench_ctx *ctx, const struct chase *chase);

/* Like chase_check(), as the verify function of a benchmark, for the chase in its state. */
int chase_verify(struct bench_ctx *ctx);

#endif
