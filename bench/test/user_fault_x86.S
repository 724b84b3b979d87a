/* SPDX-License-Identifier: MIT */
/* Forbidden operations of user mode, in assembly for the section that it sees. */

	.section .user.text, "ax", @progbits

	.globl user_fault_privileged
user_fault_privileged:
	cli
	ret

/* The first byte of the bare-metal kernel. */
	.globl user_fault_read
user_fault_read:
	mov $0xffffffff80100000, %rax
	mov (%rax), %rax
	ret

	.globl user_fault_write_code
user_fault_write_code:
	movb $0x90, user_fault_write_code(%rip)
	ret

	.globl user_fault_execute_stack
user_fault_execute_stack:
	jmp *%rsp

	.globl user_fault_hang
user_fault_hang:
1:	jmp 1b

	.section .note.GNU-stack, "", @progbits
