/* SPDX-License-Identifier: MIT */
/* See registers_x86.S. The callee-saved registers are those of the Procedure Call Standard for the
 * Arm 64-bit Architecture, "General-purpose Registers". */

/* Apply an operation to each register, with the number that distinguishes it. */
	.macro each operation
	.set number, 0
	.irp register, x19, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29
	\operation \register
	.set number, number + 1
	.endr
	.endm

	.macro fill register
	add \register, x2, #number
	.endm

	.macro compare register
	add x3, x2, #number
	cmp x3, \register
	b.eq 1f
	orr x0, x0, #(1 << number)
1:
	.endm

	.text
	.globl registers_changed
	.type registers_changed, %function
registers_changed:
	stp x29, x30, [sp, #-112]!
	stp x19, x20, [sp, #16]
	stp x21, x22, [sp, #32]
	stp x23, x24, [sp, #48]
	stp x25, x26, [sp, #64]
	stp x27, x28, [sp, #80]
	str x2, [sp, #96]
	mov x9, x0
	mov x0, x1
	each fill
	blr x9

	ldr x2, [sp, #96]
	mov x0, #0
	each compare
	ldp x19, x20, [sp, #16]
	ldp x21, x22, [sp, #32]
	ldp x23, x24, [sp, #48]
	ldp x25, x26, [sp, #64]
	ldp x27, x28, [sp, #80]
	ldp x29, x30, [sp], #112
	ret
	.size registers_changed, . - registers_changed

	.section .note.GNU-stack, "", %progbits
