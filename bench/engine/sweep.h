/* SPDX-License-Identifier: MIT */
/* Enumerates the points of a benchmark: all combinations of its axes' values, last axis fastest. */
#ifndef BENCH_ENGINE_SWEEP_H
#define BENCH_ENGINE_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/benchmark.h"

#define SWEEP_POINT_CHARS 128

struct sweep {
	struct bench_ctx *ctx;          /* its point is set before each call */

	/* Called for each point. Returns whether to continue. */
	bool (*visit)(void *context);

	/* Called if an axis skips values. ctx->missing, ctx->detail and the first axes parameters
	 * of ctx's point are set. */
	void (*left_out)(void *context, unsigned axes);
	void *context;
};

/* Visit all points. A benchmark without axes has one point. */
void sweep_points(const struct sweep *sweep);

/* Format the first axes parameters of ctx's point, or all parameters if there are fewer:
 * "page_bytes=4096 wait=hlt". */
void sweep_describe(const struct bench_ctx *ctx, unsigned axes, char text[SWEEP_POINT_CHARS]);

#endif
