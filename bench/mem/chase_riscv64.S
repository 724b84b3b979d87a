/* SPDX-License-Identifier: MIT */
/* Pointer chasing: see chase_x86.S. */
#include "bench/mem/chase.h"

/* void chase_run(struct bench_ctx *ctx, uint64_t iterations): a0 is ctx, whose state pointer is at
 * offset 0; a1 counts down; a2 is the state; a3 the chain. */
	.text
	.globl chase_run
	.type chase_run, %function
	.balign 64
chase_run:
	ld a2, (a0)
	ld a3, (a2)
1:	.rept CHASE_LOADS
	ld a3, (a3)
	.endr
	addi a1, a1, -CHASE_LOADS
	bgtz a1, 1b
	sd a3, (a2)
	ret
	.size chase_run, . - chase_run

	.section .note.GNU-stack, "", %progbits
