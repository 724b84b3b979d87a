/* SPDX-License-Identifier: MIT */
/* Entry of every vector. A stub per vector makes the frames equal and continues in common code. In
 * assembly because every register must be saved around the C call. */
#include "kernel/x86/cpu/isr_stubs.inc"
#include "kernel/x86/cpu/registers.inc"

	.section .text.isr, "ax"

/* On the stack: return frame, error code, vector, as in struct trap_frame. */
isr_common:
	PUSH_REGISTERS
	mov	%rsp, %rdi
	mov	%rsp, %rbx		/* callee-saved */
	and	$-16, %rsp		/* alignment for C; the frame's size need not be a multiple
					 * of 16 */
	cld
	call	interrupt_dispatch
	mov	%rbx, %rsp
	POP_REGISTERS
	add	$16, %rsp		/* vector and error code */
	iretq

	ISR_STUBS isr_stubs, isr_common

	.section .note.GNU-stack, "", @progbits
