/* SPDX-License-Identifier: MIT */
/* The empty operation: see empty_x86.S. An iteration is SUBS and B.HI. */

/* void empty_run(struct bench_ctx *ctx, uint64_t iterations): x1 is iterations. */
	.text
	.globl empty_run
	.type empty_run, %function
	.balign 64
empty_run:
1:	subs x1, x1, #1
	b.hi 1b
	ret
	.size empty_run, . - empty_run

	.section .note.GNU-stack, "", %progbits
