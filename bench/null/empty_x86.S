/* SPDX-License-Identifier: MIT */
/* The empty operation, in assembly so that no compiler adds a prologue. It has the instructions of
 * every other assembly loop except for the operations. So a difference after the subtraction is the
 * operations' time: exactly, in deterministic mode. */

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
