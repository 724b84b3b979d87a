/* SPDX-License-Identifier: MIT */
/* Pointer chasing: see chase_x86.S. */
#include "bench/mem/chase.h"

/* void chase_run(struct bench_ctx *ctx, uint64_t iterations): x0 is ctx, whose state pointer is at
 * offset 0; x1 counts down; x2 is the state; x3 the chain. */
	.text
	.globl chase_run
	.type chase_run, %function
	.balign 64
chase_run:
	ldr x2, [x0]
	ldr x3, [x2]
1:	.rept CHASE_LOADS
	ldr x3, [x3]
	.endr
	subs x1, x1, #CHASE_LOADS
	b.hi 1b
	str x3, [x2]
	ret
	.size chase_run, . - chase_run

	.section .note.GNU-stack, "", %progbits
