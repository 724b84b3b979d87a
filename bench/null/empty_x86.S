/* SPDX-License-Identifier: MIT */
/* The empty operation, in assembly so that no compiler adds a prologue. It has the instructions
 * that every other assembly loop has besides its operations. So what remains after the subtraction
 * is the time of the operations. In deterministic mode this is exact. */

/* void empty_run(struct bench_ctx *ctx, uint64_t iterations): %rsi is iterations. */
	.text
	.globl empty_run
	.type empty_run, @function
	.balign 64
empty_run:
1:	sub $1, %rsi
	ja 1b
	ret
	.size empty_run, . - empty_run

	.section .note.GNU-stack, "", @progbits
