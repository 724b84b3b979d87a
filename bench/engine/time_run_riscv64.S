/* SPDX-License-Identifier: MIT */
/* The timed window: see time_run_x86.S. From RDCYCLE to RDCYCLE there are FENCE, JALR, the called
 * function with its RET, and FENCE. */

/* uint64_t time_run(struct bench_ctx *ctx, uint64_t iterations,
 *		     void (*run)(struct bench_ctx *, uint64_t)):
 * ctx and iterations stay in a0 and a1, where run expects them. */
	.text
	.globl time_run
	.type time_run, %function
	.balign 64
time_run:
	addi sp, sp, -32
	sd ra, 24(sp)
	sd s0, 16(sp)
	sd s1, 8(sp)
	addi s0, sp, 32

	fence
	rdcycle s1
	fence

	jalr a2

	fence
	rdcycle a0
	fence

	sub a0, a0, s1
	ld ra, 24(sp)
	ld s0, 16(sp)
	ld s1, 8(sp)
	addi sp, sp, 32
	ret
	.size time_run, . - time_run

	.section .note.GNU-stack, "", %progbits
