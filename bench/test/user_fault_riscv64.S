/* SPDX-License-Identifier: MIT */
/* Forbidden operations of user mode, in assembly for the section that it sees. */

	.section .user.text, "ax", %progbits

	.globl user_fault_privileged
user_fault_privileged:
	csrw stvec, a0
	ret

/* The first byte of the bare-metal kernel. */
	.globl user_fault_read
user_fault_read:
	li a0, 0xffffffff80200000
	ld a0, (a0)
	ret

	.globl user_fault_write_code
user_fault_write_code:
	la a0, user_fault_write_code
	sw zero, (a0)
	ret

	.globl user_fault_execute_stack
user_fault_execute_stack:
	addi a0, sp, -16
	jr a0

	.globl user_fault_hang
user_fault_hang:
1:	j 1b

	.section .note.GNU-stack, "", %progbits
