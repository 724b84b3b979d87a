/* SPDX-License-Identifier: MIT */
/* The offset between the time-stamp counters of another CPU and of this CPU. */
#ifndef BENCH_SMP_SKEW_H
#define BENCH_SMP_SKEW_H

#include <stdint.h>

#include "bench/benchmark.h"

struct skew {
	int64_t ahead_ticks;            /* negative: behind */
	uint64_t error_ticks;           /* bound of the error */
};

/* Result of one exchange, from this CPU's clock before and after the exchange, and the other CPU's
 * clock in between. */
struct skew skew_of(uint64_t asked_tsc, uint64_t answer_tsc, uint64_t returned_tsc);

/* If the other skew has the smaller error, replace *best by it. */
void skew_keep_best(struct skew *best, struct skew found);

/* Measure the offset by exchanges: this CPU reads its clock, the other CPU reads its own, this CPU
 * reads again. The estimate assumes that the other CPU read in the middle, so the error is at most
 * half the round trip. The exchange with the shortest round trip is used, as in Cristian's
 * algorithm: "Probabilistic clock synchronization", Distributed Computing 3, 1989. Returns like
 * cpu_team_run. */
int skew_measure(struct bench_ctx *ctx, uint32_t cpu, struct skew *skew);

/* Like skew_measure(), several times, and keep the result with the smallest error. For skews that
 * many samples use. */
int skew_measure_best(struct bench_ctx *ctx, uint32_t cpu, struct skew *skew);

/* Convert a time of the other CPU's clock to this CPU's clock. */
uint64_t skew_own_tsc(const struct skew *skew, uint64_t other_tsc);

/* Ticks from this CPU's begin_tsc to the other's end_tsc. A negative result within the error
 * becomes 0. A negative result beyond the error means that the clocks have drifted. Returns 0 or
 * bench_error's result. */
int skew_elapsed(struct bench_ctx *ctx, const struct skew *skew, uint64_t begin_tsc,
		 uint64_t end_tsc, uint64_t *ticks);

/* Values function of an axis "cpu": all CPUs except the benchmark's. */
size_t skew_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

#endif
