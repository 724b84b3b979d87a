/* SPDX-License-Identifier: MIT */
/* See registers_x86.S. The callee-saved registers are those of the RISC-V ELF psABI, "Integer
 * Register Convention". */

/* Apply an operation to each register, with the number that distinguishes it. */
	.macro each operation
	.set number, 0
	.irp register, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
	\operation \register
	.set number, number + 1
	.endr
	.endm

	.macro fill register
	addi \register, a2, number
	.endm

	.macro compare register
	addi t0, a2, number
	beq t0, \register, 1f
	li t1, 1 << number
	or a0, a0, t1
1:
	.endm

	.macro save instruction
	\instruction ra, 0(sp)
	\instruction s0, 8(sp)
	\instruction s1, 16(sp)
	\instruction s2, 24(sp)
	\instruction s3, 32(sp)
	\instruction s4, 40(sp)
	\instruction s5, 48(sp)
	\instruction s6, 56(sp)
	\instruction s7, 64(sp)
	\instruction s8, 72(sp)
	\instruction s9, 80(sp)
	\instruction s10, 88(sp)
	\instruction s11, 96(sp)
	.endm

	.text
	.globl registers_changed
	.type registers_changed, %function
registers_changed:
	addi sp, sp, -112
	save sd
	sd a2, 104(sp)
	mv t2, a0
	mv a0, a1
	each fill
	jalr t2

	ld a2, 104(sp)
	li a0, 0
	each compare
	save ld
	addi sp, sp, 112
	ret
	.size registers_changed, . - registers_changed

	.section .note.GNU-stack, "", %progbits
