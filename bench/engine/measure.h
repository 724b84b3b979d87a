/* SPDX-License-Identifier: MIT */
/* Takes the samples of one point. */
#ifndef BENCH_ENGINE_MEASURE_H
#define BENCH_ENGINE_MEASURE_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/engine/sampling_policy.h"
#include "bench/platform.h"

/* Raw samples in ticks: nothing is subtracted, divided or removed. */
struct measurement {
	uint64_t cold_iterations;       /* operations in the cold sample: the minimum of run */
	uint64_t iterations;            /* operations in a warm sample */
	uint32_t count;                 /* number of warm samples */
	uint64_t cold[BENCH_STAGES_MAX];
	uint64_t warm[BENCH_STAGES_MAX][BENCH_SAMPLES_MAX];
	struct platform_disturbances disturbed[BENCH_SAMPLES_MAX];    /* per warm sample */
	uint32_t unisolated; /* samples that started with interrupts on */
	uint32_t retakes;               /* times that all samples were discarded and taken again */
	bool is_unstable;               /* the samples of the last retake are unstable too */
	uint64_t taken;                 /* samples so far, also those of calibration and warm-up */
	uint64_t taken_before_cold;     /* samples before the cold sample: must be 0 */
};

/* Measure the point that ctx was set up for: cold sample, calibration, warm-up, warm samples. If
 * other metrics depend on the benchmark and its samples are unstable (stability.h), the samples are
 * taken again, several times with increasing pauses. Without a stable timing overhead, none could
 * be subtracted from the metrics of the run. Call in the isolated section. Returns 0, or the result
 * of the benchmark's sample. */
int measure_point(struct bench_ctx *ctx, const struct sampling_policy *policy,
		  struct measurement *m);

/* The shortest observed interval of the clock: its resolution or the cost of a read, whichever is
 * longer. 0 if it does not advance. */
uint64_t measure_clock_step_ticks(void);

/* A system call takes longer than this number of clock steps. */
#define CALL_CLOCK_STEPS 4

#endif
