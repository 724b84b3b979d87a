/* SPDX-License-Identifier: MIT */
/* Pointer chasing: each load's address is the previous load's value. */
#ifndef BENCH_MEM_CHASE_H
#define BENCH_MEM_CHASE_H

#define CHASE_LOADS 256         /* in one iteration of the loop */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* Follow iterations pointers, rounded up to whole iterations. The chase begins at the pointer in
 * the first word of ctx's state, and stores its last pointer there, so the next call continues from
 * it. */
void chase_run(struct bench_ctx *ctx, uint64_t iterations);
#endif

#endif
