/* SPDX-License-Identifier: MIT */
/* The points of a benchmark: every combination of its axes' values, the last axis fastest. */
#ifndef BENCH_ENGINE_SWEEP_H
#define BENCH_ENGINE_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/benchmark.h"

#define SWEEP_POINT_CHARS 128

struct sweep {
	struct bench_ctx *ctx;          /* its point is set before each call */

	/* Called for each point. Returns whether to go on with the sweep. */
	bool (*visit)(void *context);

	/* Called where an axis leaves values out: the first axes parameters of the point are set,
	 * and ctx->missing and ctx->detail say why. */
	void (*left_out)(void *context, unsigned axes);
	void *context;
};

/* A benchmark without axes has one point. */
void sweep_points(const struct sweep *sweep);

/* The first axes parameters of ctx's point, all if there are fewer: "page_bytes=4096 wait=hlt". */
void sweep_describe(const struct bench_ctx *ctx, unsigned axes, char text[SWEEP_POINT_CHARS]);

#endif
