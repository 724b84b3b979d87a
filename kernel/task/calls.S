/* SPDX-License-Identifier: MIT */
/* The null system call's entry with another table of functions. */
#include "bench/os/ring.h"
#include "kernel/cpu/system_call.inc"

	.section .text.task_calls, "ax"

	null_system_call calls_enter, table=calls, stack=stack_of_frame

	.section .rodata.task_calls, "a"
	.balign	64
calls:
	.set	number, 0
	.rept	SYSTEM_CALLS
	.if	number == RING_CALL_READ
	.quad	calls_read
	.elseif	number == RING_CALL_WRITE
	.quad	calls_write
	.elseif	number == RING_CALL_YIELD
	.quad	calls_yield
	.else
	.quad	calls_unknown
	.endif
	.set	number, number + 1
	.endr

	.section .note.GNU-stack, "", @progbits
