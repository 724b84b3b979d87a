/* SPDX-License-Identifier: MIT */
/* Parallel pointer chases, one loop for each number of chases. */
#ifndef BENCH_MEM_MLP_H
#define BENCH_MEM_MLP_H

#define MLP_CHASES_MAX 16
#define MLP_LOADS 240           /* a multiple of every loop's loads per iteration */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* Each loop continues its chases from the pointers at the start of ctx's state and stores the last
 * pointers there. Makes iterations loads in total, rounded up to whole iterations. */
typedef void mlp_loop(struct bench_ctx *ctx, uint64_t iterations);

mlp_loop mlp_run_1, mlp_run_2, mlp_run_3, mlp_run_4, mlp_run_5, mlp_run_6, mlp_run_8, mlp_run_10,
	 mlp_run_12, mlp_run_16;
#endif

#endif
