/* SPDX-License-Identifier: MIT */
/* The operation that does nothing, in assembly so that no compiler adds a prologue to it. Its
 * instructions are those of every other loop in assembly but for the operations, so that what is
 * left after subtracting its time is theirs: in deterministic mode, to the instruction. */

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
