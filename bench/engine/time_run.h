/* SPDX-License-Identifier: MIT */
/* The runner's timed window. */
#ifndef BENCH_ENGINE_TIME_RUN_H
#define BENCH_ENGINE_TIME_RUN_H

#include <stdint.h>

struct bench_ctx;

/* Call run(ctx, iterations) and return its duration in ticks. Any CPU. */
uint64_t time_run(struct bench_ctx *ctx, uint64_t iterations,
		  void (*run)(struct bench_ctx *ctx, uint64_t iterations));

#endif
