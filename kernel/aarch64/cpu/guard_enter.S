/* SPDX-License-Identifier: MIT */
/* Entering and aborting a guarded call: setjmp and longjmp in the form that an exception handler
 * needs. */

	.section .text.guard, "ax"

/* int guard_enter(struct guard *guard, void (*function)(void *), void *argument) */
	.globl	guard_enter
guard_enter:
	stp	x19, x20, [x0, #0]
	stp	x21, x22, [x0, #16]
	stp	x23, x24, [x0, #32]
	stp	x25, x26, [x0, #48]
	stp	x27, x28, [x0, #64]
	stp	x29, x30, [x0, #80]
	mov	x3, sp
	str	x3, [x0, #96]
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	mov	x0, x2
	blr	x1
	ldp	x29, x30, [sp], #16
	mov	w0, #0
	ret

/* An exception handler returns to here, with the guard in x0 and the stack pointer of guard_enter's
 * entry. */
	.globl	guard_left
guard_left:
	ldp	x19, x20, [x0, #0]
	ldp	x21, x22, [x0, #16]
	ldp	x23, x24, [x0, #32]
	ldp	x25, x26, [x0, #48]
	ldp	x27, x28, [x0, #64]
	ldp	x29, x30, [x0, #80]
	mov	w0, #1
	ret

	.section .note.GNU-stack, "", %progbits
