/* SPDX-License-Identifier: MIT */
/* The null system call's entry with other tables of functions. */
#include "bench/os/ring_riscv64.h"
#include "kernel/riscv64/cpu/system_call.inc"

	.section .text.task_calls, "ax"

	system_call_entry calls_enter, calls
	system_call_entry calls_enter_saving, calls_saving

	.section .rodata.task_calls, "a"

/* All tables differ only in the function that yields. */
	.macro	call_table name, yield
	.balign	64
\name:
	.set	number, 0
	.rept	SYSTEM_CALLS
	.if	number == RING_GENERIC_READ
	.quad	calls_read
	.elseif	number == RING_GENERIC_WRITE
	.quad	calls_write
	.elseif	number == RING_GENERIC_YIELD
	.quad	\yield
	.else
	.quad	calls_unknown
	.endif
	.set	number, number + 1
	.endr
	.endm

	call_table calls, calls_yield
	call_table calls_saving, calls_yield_saving

	.section .note.GNU-stack, "", %progbits
