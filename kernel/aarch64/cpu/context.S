/* SPDX-License-Identifier: MIT */
/* In assembly because the stack changes within the function. */

#define CONTEXT_BYTES (12 * 8)

	.section .text.context, "ax"

/* void context_switch(uint64_t *stack, uint64_t other_stack) */
	.globl	context_switch
context_switch:
	sub	sp, sp, #CONTEXT_BYTES
	stp	x19, x20, [sp, #0]
	stp	x21, x22, [sp, #16]
	stp	x23, x24, [sp, #32]
	stp	x25, x26, [sp, #48]
	stp	x27, x28, [sp, #64]
	stp	x29, x30, [sp, #80]
	mov	x2, sp
	str	x2, [x0]
	mov	sp, x1
	ldp	x19, x20, [sp, #0]
	ldp	x21, x22, [sp, #16]
	ldp	x23, x24, [sp, #32]
	ldp	x25, x26, [sp, #48]
	ldp	x27, x28, [sp, #64]
	ldp	x29, x30, [sp, #80]
	add	sp, sp, #CONTEXT_BYTES
	ret

/* uint64_t context_begin(void *stack_top, void (*function)(void)): builds what context_switch
 * loads. The zero frame pointer ends a backtrace. */
	.globl	context_begin
context_begin:
	sub	x0, x0, #CONTEXT_BYTES
	stp	xzr, xzr, [x0, #0]
	stp	xzr, xzr, [x0, #16]
	stp	xzr, xzr, [x0, #32]
	stp	xzr, xzr, [x0, #48]
	stp	xzr, xzr, [x0, #64]
	stp	xzr, x1, [x0, #80]
	ret

	.section .note.GNU-stack, "", %progbits
