/* SPDX-License-Identifier: MIT */
/* Pointer chasing, in assembly because its instructions are the measurement. An iteration is
 * CHASE_LOADS dependent loads and loop control, which is not part of the chain. Around the loop are
 * three instructions that the empty operation lacks. They are negligible on a real CPU. In
 * deterministic mode they are the hundredth of a tick by which a load exceeds 1. */
#include "bench/mem/chase.h"

/* void chase_run(struct bench_ctx *ctx, uint64_t iterations): %rdi is ctx, whose state pointer is
 * at offset 0; %rsi counts down; %rdx is the state; %rax the chain. */
	.text
	.globl chase_run
	.type chase_run, @function
	.balign 64
chase_run:
	mov (%rdi), %rdx
	mov (%rdx), %rax
1:	.rept CHASE_LOADS
	mov (%rax), %rax
	.endr
	sub $CHASE_LOADS, %rsi
	ja 1b
	mov %rax, (%rdx)
	ret
	.size chase_run, . - chase_run

	.section .note.GNU-stack, "", @progbits
