/* SPDX-License-Identifier: MIT */
/* Entries from user mode by ECALL as an operating system implements them: values of stvec for
 * interrupt_enter_from_user_at(). Other traps go the normal way. */
#include "kernel/riscv64/cpu/system_call.inc"

	.section .text.system_call, "ax"

/* ---- The null system call ---- */

	system_call_entry system_call_null, null_calls

null_function:
	li	a0, 0
	ret

	.section .rodata.system_call, "a"
	.balign	64
null_calls:
	.rept	RING_GENERIC_CALLS
	.quad	null_function
	.endr

/* ---- The empty handler ---- */

	.section .text.system_call, "ax"

/* ECALL leaves the pc at itself, so even an empty handler moves it. There is one entry for all
 * exceptions, so an instruction recognises the end of the user function, whose number is negative.
 * The handler may use t5 and t6, because the loops do not use them. */
	TRAP_TABLE system_call_empty, exception=empty_entry

empty_entry:
	bltz	a7, user_mode_exit_unsaved
	csrr	t6, sepc
	addi	t6, t6, 4
	csrw	sepc, t6
	sret

/* The empty handler with a count. */
	TRAP_TABLE system_call_counted, exception=counted_entry

counted_entry:
	bltz	a7, user_mode_exit_unsaved
	la	t5, system_call_entries
	ld	t6, (t5)
	addi	t6, t6, 1
	sd	t6, (t5)
	csrr	t6, sepc
	addi	t6, t6, 4
	csrw	sepc, t6
	sret

	.section .bss
	.balign	8
	.globl	system_call_entries
system_call_entries:
	.skip	8

	.section .note.GNU-stack, "", %progbits
