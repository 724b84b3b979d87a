/* SPDX-License-Identifier: MIT */
/* Taking the samples of one point. */
#ifndef BENCH_ENGINE_MEASURE_H
#define BENCH_ENGINE_MEASURE_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/engine/sampling_policy.h"
#include "bench/platform.h"

#define MEASURE_SAMPLES_MAX 1024

/* Samples in TSC ticks as they were taken: nothing subtracted, divided or left out. */
struct measurement {
	uint64_t cold_iterations;       /* operations in the cold sample: as few as run can do */
	uint64_t iterations;            /* operations in a warm one */
	uint32_t count;                 /* warm samples */
	uint64_t cold[BENCH_STAGES_MAX];
	uint64_t warm[BENCH_STAGES_MAX][MEASURE_SAMPLES_MAX];
	struct platform_disturbances disturbed[MEASURE_SAMPLES_MAX];    /* in each warm sample */
	uint32_t unquiet; /* samples at whose begin interrupts were on */
	uint32_t retakes;               /* how often all samples were thrown away and taken anew */
	bool is_unstable;               /* the last of them spread too far as well */
};

/* Measure the point that ctx was set up for: a cold sample, warm-up and calibration, samples. Those
 * of a benchmark that others rest on are taken anew, some times and a while apart, as long as they
 * spread too far (stability.h): without them all the run's figures hold the cost of timing.
 * Called in the quiet section. Returns 0, or what the benchmark's sample returned. */
int measure_point(struct bench_ctx *ctx, const struct sampling_policy *policy,
		  struct measurement *m);

#endif
