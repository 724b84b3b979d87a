/* SPDX-License-Identifier: MIT */
/* Pointer chasing: each load's address is the value of the load before. */
#ifndef BENCH_MEM_CHASE_H
#define BENCH_MEM_CHASE_H

#define CHASE_LOADS 256         /* in one turn of the loop */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* Follow iterations pointers, rounded up to whole turns, from the one in the first word of ctx's
 * state, and leave there the last one, so that the next call goes on from it. */
void chase_run(struct bench_ctx *ctx, uint64_t iterations);
#endif

#endif
