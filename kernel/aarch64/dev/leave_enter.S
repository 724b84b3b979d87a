/* SPDX-License-Identifier: MIT */
/* Saves the registers that a function preserves, leaves the kernel, and returns when it is resumed.
 * It is in assembly because the stack pointer is stored where secondary_start of
 * boot/aarch64/head.S reads it. */

	.section .text.leave, "ax"

/* void leave_enter(uint64_t words[], uint64_t world_phys, uint64_t resume_phys, bool has_left) */
	.globl	leave_enter
leave_enter:
	stp	x29, x30, [sp, #-96]!
	stp	x19, x20, [sp, #16]
	stp	x21, x22, [sp, #32]
	stp	x23, x24, [sp, #48]
	stp	x25, x26, [sp, #64]
	stp	x27, x28, [sp, #80]
	mov	x4, sp
	str	x4, [x0]
	mov	x0, x1
	mov	x1, x2
	mov	w2, w3
	b	leave_kernel

/* Entered by secondary_start with that stack pointer. */
	.globl	leave_resumed
leave_resumed:
	ldp	x19, x20, [sp, #16]
	ldp	x21, x22, [sp, #32]
	ldp	x23, x24, [sp, #48]
	ldp	x25, x26, [sp, #64]
	ldp	x27, x28, [sp, #80]
	ldp	x29, x30, [sp], #96
	ret

	.section .note.GNU-stack, "", %progbits
