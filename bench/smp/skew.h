/* SPDX-License-Identifier: MIT */
/* How far the time-stamp counter of another CPU is ahead of this one's. */
#ifndef BENCH_SMP_SKEW_H
#define BENCH_SMP_SKEW_H

#include <stdint.h>

#include "bench/benchmark.h"

struct skew {
	int64_t ahead_ticks;            /* negative: behind */
	uint64_t error_ticks;           /* the true value is no further away than this */
};

/* What one exchange says: this CPU's clock before it and after it, and the other's in between. */
struct skew skew_of(uint64_t asked_tsc, uint64_t answer_tsc, uint64_t returned_tsc);

/* Measure it by exchanges: this CPU reads its clock, the other one reads its own, this CPU reads
 * again. If the other's reading stood in the middle the two agree; it can be off by half the round
 * trip, and the exchange with the shortest one is taken. That is Cristian's algorithm:
 * "Probabilistic clock synchronization", Distributed Computing 3, 1989. Returns 0, or what
 * bench_error returned. */
int skew_measure(struct bench_ctx *ctx, uint32_t cpu, struct skew *skew);

/* The same a few times, and the one with the smallest error: to be used by many samples. */
int skew_measure_best(struct bench_ctx *ctx, uint32_t cpu, struct skew *skew);

/* The time from this CPU's begin_tsc to the other one's end_tsc. What is negative by no more than
 * the error may as well be 0; by more, the clocks have drifted. Returns 0, or what bench_error
 * returned. */
int skew_elapsed(struct bench_ctx *ctx, const struct skew *skew, uint64_t begin_tsc,
		 uint64_t end_tsc, uint64_t *ticks);

/* Values of an axis "cpu": all but the one that runs the benchmark. */
size_t skew_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

#endif
