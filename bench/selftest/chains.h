/* SPDX-License-Identifier: MIT */
/* Dependent chains with a known latency. */
#ifndef BENCH_SELFTEST_CHAINS_H
#define BENCH_SELFTEST_CHAINS_H

/* Elements in one iteration of each loop: long for a coarse clock, and still within the instruction
 * cache. */
#define CHAIN_ELEMENTS 250

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* Each chain runs a multiple of CHAIN_ELEMENTS elements. chain_load needs a state whose first word
 * points to itself. */
void chain_add(struct bench_ctx *ctx, uint64_t iterations);
void chain_xor(struct bench_ctx *ctx, uint64_t iterations);
void chain_multiply(struct bench_ctx *ctx, uint64_t iterations);
void chain_load(struct bench_ctx *ctx, uint64_t iterations);
#endif

#endif
