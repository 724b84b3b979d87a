/* SPDX-License-Identifier: MIT */
/* The loops of cpu.loop, cpu.read and cpu.call. */
#ifndef BENCH_CPU_PRIMITIVES_H
#define BENCH_CPU_PRIMITIVES_H

#define PRIMITIVE_TURNS 10000   /* iterations of a loop, and bytes to read */
#define CALLS_UNROLLED 40       /* calls in one iteration, so that loop control is negligible */
#define CALL_ARGUMENTS_MAX 7

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* Each loop runs a multiple of PRIMITIVE_TURNS operations. primitive_read needs a pointer to
 * PRIMITIVE_TURNS bytes as the first word of its state. */
void primitive_loop(struct bench_ctx *ctx, uint64_t iterations);
void primitive_read(struct bench_ctx *ctx, uint64_t iterations);

/* The functions of cpu.call: each makes calls, a multiple of CALLS_UNROLLED, with as many arguments
 * as its name says. */
void primitive_call_0(struct bench_ctx *ctx, uint64_t iterations);
void primitive_call_1(struct bench_ctx *ctx, uint64_t iterations);
void primitive_call_2(struct bench_ctx *ctx, uint64_t iterations);
void primitive_call_3(struct bench_ctx *ctx, uint64_t iterations);
void primitive_call_4(struct bench_ctx *ctx, uint64_t iterations);
void primitive_call_5(struct bench_ctx *ctx, uint64_t iterations);
void primitive_call_6(struct bench_ctx *ctx, uint64_t iterations);
void primitive_call_7(struct bench_ctx *ctx, uint64_t iterations);
#endif

#endif
