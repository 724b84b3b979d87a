/* SPDX-License-Identifier: MIT */
/* The empty operation. */
#ifndef BENCH_NULL_EMPTY_H
#define BENCH_NULL_EMPTY_H

#include <stdint.h>

struct bench_ctx;

/* Cost of run without an operation: the call, one iteration of loop control, the return. */
void empty_run(struct bench_ctx *ctx, uint64_t iterations);

#endif
