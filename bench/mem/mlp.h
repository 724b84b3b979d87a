/* SPDX-License-Identifier: MIT */
/* Several chases at once, by a loop for each number of them. */
#ifndef BENCH_MEM_MLP_H
#define BENCH_MEM_MLP_H

#define MLP_CHASES_MAX 16
#define MLP_LOADS 240           /* a whole number of turns of every loop, whatever its chases */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* Each goes on with that many chases, from the pointers at the beginning of ctx's state, where it
 * leaves the last ones, for iterations loads in all, rounded up to whole turns. */
typedef void mlp_loop(struct bench_ctx *ctx, uint64_t iterations);

mlp_loop mlp_run_1, mlp_run_2, mlp_run_3, mlp_run_4, mlp_run_5, mlp_run_6, mlp_run_8, mlp_run_10,
	 mlp_run_12, mlp_run_16;
#endif

#endif
