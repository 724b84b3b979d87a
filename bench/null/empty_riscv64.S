/* SPDX-License-Identifier: MIT */
/* The empty operation: see empty_x86.S. An iteration is ADDI and BGTZ. */

/* void empty_run(struct bench_ctx *ctx, uint64_t iterations): a1 is iterations. */
	.text
	.globl empty_run
	.type empty_run, %function
	.balign 64
empty_run:
1:	addi a1, a1, -1
	bgtz a1, 1b
	ret
	.size empty_run, . - empty_run

	.section .note.GNU-stack, "", %progbits
