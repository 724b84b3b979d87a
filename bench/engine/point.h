/* SPDX-License-Identifier: MIT */
/* One point of a benchmark, from setup to its records, whatever happens on the way. */
#ifndef BENCH_ENGINE_POINT_H
#define BENCH_ENGINE_POINT_H

#include "bench/benchmark.h"
#include "bench/engine/sampling_policy.h"

enum point_outcome {
	POINT_MEASURED,
	POINT_SKIPPED,          /* setup or sample called bench_skip */
	POINT_FAILED,           /* an exception or an error */
	POINT_HUNG,             /* longer than policy->limit_ms */
};

/* Measure the point in ctx and write the records of what came of it. */
enum point_outcome point_run(struct bench_ctx *ctx, const struct sampling_policy *policy);

#endif
