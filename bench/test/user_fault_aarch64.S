/* SPDX-License-Identifier: MIT */
/* Forbidden operations of user mode, in assembly for the section that it sees. */

	.section .user.text, "ax", %progbits

	.globl user_fault_privileged
user_fault_privileged:
	msr vbar_el1, x0
	ret

/* The first byte of the bare-metal kernel. */
	.globl user_fault_read
user_fault_read:
	mov x0, #0xffffffffffffffff
	movk x0, #0x8020, lsl #16
	movk x0, #0, lsl #0
	ldr x0, [x0]
	ret

	.globl user_fault_write_code
user_fault_write_code:
	adr x0, user_fault_write_code
	str wzr, [x0]
	ret

	.globl user_fault_execute_stack
user_fault_execute_stack:
	sub x0, sp, #16
	br x0

	.globl user_fault_hang
user_fault_hang:
1:	b 1b

	.section .note.GNU-stack, "", %progbits
