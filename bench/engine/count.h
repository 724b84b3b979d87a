/* SPDX-License-Identifier: MIT */
/* Counting events over the samples of a point, beside its time and never within it. */
#ifndef BENCH_ENGINE_COUNT_H
#define BENCH_ENGINE_COUNT_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/platform.h"

#define COUNT_SAMPLES 15

/* Differences of one counter as they were read: nothing subtracted or divided. */
struct counted {
	struct platform_pmc counter;
	uint64_t overhead[COUNT_SAMPLES];       /* of the reading itself, around nothing */
	uint64_t values[COUNT_SAMPLES];
};

struct counts {
	uint64_t iterations;            /* operations in a sample */
	uint32_t count;                 /* events counted */
	struct counted events[PMC_EVENT_COUNT];
};

/* Count the events of a mask over the point that ctx was set up for and measured with so many
 * iterations a sample. When there are more than counters the point is run again for the rest.
 * Called in the isolated section; counters may
 * be left open. Returns 0, or what the benchmark's sample returned; counts then holds
 * what was counted before. */
int count_point(struct bench_ctx *ctx, uint32_t events, uint64_t iterations,
		struct counts *counts);

#endif
