/* SPDX-License-Identifier: MIT */
/* The operation that does nothing. */
#ifndef BENCH_NULL_EMPTY_H
#define BENCH_NULL_EMPTY_H

#include <stdint.h>

struct bench_ctx;

/* What run costs without an operation in it: the call, one turn of loop control, the return. */
void empty_run(struct bench_ctx *ctx, uint64_t iterations);

#endif
