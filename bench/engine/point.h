/* SPDX-License-Identifier: MIT */
/* Runs one point of a benchmark, from setup to its records, and survives faults. */
#ifndef BENCH_ENGINE_POINT_H
#define BENCH_ENGINE_POINT_H

#include "bench/benchmark.h"
#include "bench/engine/sampling_policy.h"

enum point_outcome {
	POINT_MEASURED,
	POINT_SKIPPED,          /* setup or sample called bench_skip, or an emulator's host did not
				 * run another CPU */
	POINT_FAILED,           /* an exception or an error */
	POINT_HUNG,             /* exceeded policy->limit_ms */
};

/* Measure the point in ctx and write the records of its outcome. */
enum point_outcome point_run(struct bench_ctx *ctx, const struct sampling_policy *policy);

#endif
