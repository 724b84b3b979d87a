/* SPDX-License-Identifier: MIT */
/* Entries from user mode by SVC as an operating system implements them: tables of vectors for
 * interrupt_enter_from_user_at(). Other exceptions take the normal way. */
#include "kernel/aarch64/core/trap_frame.h"
#include "kernel/aarch64/cpu/vector.h"
#include "kernel/aarch64/cpu/system_call.inc"

	.section .text.system_call, "ax"

/* Changes no registers except those of the frame, which holds their values. */
	.globl	system_call_leave
system_call_leave:
	add	sp, sp, #TRAP_FRAME_BYTES
	ldp	x21, x22, [sp, #(21 * 8 - TRAP_FRAME_BYTES)]
	ldp	x23, x24, [sp, #(23 * 8 - TRAP_FRAME_BYTES)]
	ldr	x25, [sp, #(25 * 8 - TRAP_FRAME_BYTES)]
	sub	sp, sp, #TRAP_FRAME_BYTES
	b	exception_from_user

/* ---- The null system call ---- */

	system_call_entry system_call_null, null_calls

null_function:
	mov	x0, #0
	ret

	.section .rodata.system_call, "a"
	.balign	64
null_calls:
	.rept	RING_GENERIC_CALLS
	.quad	null_function
	.endr

/* ---- The empty handler ---- */

	.section .text.system_call, "ax"

/* User mode has one entry for all exceptions. So even the empty handler needs an instruction that
 * recognises the end of the user function. */
	.macro empty_entry
	tbnz	x8, #63, user_mode_exit_unsaved
	eret
	.endm

	VECTORS system_call_empty, own_exception, own_interrupt, own_fast_interrupt, own_error, \
		empty_entry, own_interrupt, own_fast_interrupt, own_error

/* The empty handler with a count, in registers that the loops do not use. */
	.macro counted_entry
	tbnz	x8, #63, user_mode_exit_unsaved
	adrp	x9, system_call_entries
	ldr	x10, [x9, :lo12:system_call_entries]
	add	x10, x10, #1
	str	x10, [x9, :lo12:system_call_entries]
	eret
	.endm

	VECTORS system_call_counted, own_exception, own_interrupt, own_fast_interrupt, own_error, \
		counted_entry, own_interrupt, own_fast_interrupt, own_error

	.section .bss
	.balign	8
	.globl	system_call_entries
system_call_entries:
	.skip	8

	.section .note.GNU-stack, "", %progbits
