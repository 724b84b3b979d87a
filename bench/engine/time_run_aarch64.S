/* SPDX-License-Identifier: MIT */
/* The timed window: see time_run_x86.S. From MRS to MRS there are ISB, BLR, the called function
 * with its RET, and ISB. */

/* uint64_t time_run(struct bench_ctx *ctx, uint64_t iterations,
 *		     void (*run)(struct bench_ctx *, uint64_t)):
 * ctx and iterations stay in x0 and x1, where run expects them. */
	.text
	.globl time_run
	.type time_run, %function
	.balign 64
time_run:
	stp x29, x30, [sp, #-32]!
	mov x29, sp
	str x19, [sp, #16]

	isb
	mrs x19, cntvct_el0
	isb

	blr x2

	isb
	mrs x0, cntvct_el0
	isb

	sub x0, x0, x19
	ldr x19, [sp, #16]
	ldp x29, x30, [sp], #32
	ret
	.size time_run, . - time_run

	.section .note.GNU-stack, "", %progbits
