/* SPDX-License-Identifier: MIT */
/* The order of a cycle of lines, proved by following it: a chase that was to be at random and goes
 * in steps is foreseen by prefetchers, and shows them in place of the memory. */
#ifndef BENCH_MEM_CHASE_CHECK_H
#define BENCH_MEM_CHASE_CHECK_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/mem/cycle.h"

/* What a walk through a cycle has seen. */
struct chase_walk {
	uint32_t steps;    /* taken: all, or the first of a long cycle */
	uint32_t repeated; /* as far, and in the same direction, as the step before */
	bool is_closed;    /* the walk came back to where it began, and had not been there */
};

/* Follow the cycle of count lines from first. */
struct chase_walk chase_walk(const struct line *first, uint32_t count);

/* Raise a doubt if a cycle of count lines does not visit each once, as far as its first 65536 steps
 * show, or if one that should be random goes in steps, or the other way round. From setup. */
void chase_check(const struct bench_ctx *ctx, const struct line *first, uint32_t count,
		 bool is_random);

#endif
