/* SPDX-License-Identifier: MIT */
/* Verifies the order of a pointer chase by following it. Prefetchers predict a chase in regular
 * steps, so its latency would be theirs and not the memory's. */
#ifndef BENCH_MEM_CHASE_CHECK_H
#define BENCH_MEM_CHASE_CHECK_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/mem/cycle.h"

/* Result of a walk through a cycle. */
struct chase_walk {
	uint32_t steps;    /* steps taken: all, or the first ones of a long cycle */
	uint32_t repeated; /* same distance and direction as the previous step */
	bool is_closed;    /* the walk returned to its start, for the first time at its end */
};

/* Follow the cycle of count lines from first. */
struct chase_walk chase_walk(const struct line *first, uint32_t count);

/* Report a failed check if the cycle does not visit each of count lines once, as far as its first
 * 65536 steps show, or if its order is regular although is_random, or the reverse. From setup. */
void chase_check(const struct bench_ctx *ctx, const struct line *first, uint32_t count,
		 bool is_random);

#endif
