/* SPDX-License-Identifier: MIT */
/* Counts events over the samples of a point, separately from its timed samples. */
#ifndef BENCH_ENGINE_COUNT_H
#define BENCH_ENGINE_COUNT_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/platform.h"

#define COUNT_SAMPLES 15

/* Differences of one counter over each sample, with overhead. */
struct counted {
	struct platform_pmc counter;
	uint64_t overhead[COUNT_SAMPLES];       /* of an empty interval */
	uint64_t values[COUNT_SAMPLES];
};

struct counts {
	uint64_t iterations;            /* operations in a sample */
	uint32_t count;                 /* number of counted events */
	struct counted events[PMC_EVENT_COUNT];
};

/* Count the events of a mask over the current point, with iterations operations per sample. If
 * there are more events than counters, the point runs again for the remaining events. Call in the
 * isolated section after setup; counters may stay open. Returns 0, the result of the benchmark's
 * sample, or -EIO if a counter cannot be set or read. In all cases counts contains the events
 * counted so far. */
int count_point(struct bench_ctx *ctx, uint32_t events, uint64_t iterations,
		struct counts *counts);

#endif
