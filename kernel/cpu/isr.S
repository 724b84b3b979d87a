/* SPDX-License-Identifier: MIT */
/* Entry of every vector. A stub per vector makes the frames equal and continues in common code. In
 * assembly because every register must be saved around the C call. */
#include "kernel/cpu/vector.h"
#include "kernel/cpu/registers.inc"

/* Exceptions that push an error code: 8, 10-14, 17, 21, 29, 30. Intel SDM vol. 3A, "Exception and
 * Interrupt Vectors"; AMD APM vol. 2, "Vectors". */
#define ERROR_CODE_VECTORS 0x60227d00

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

	.balign	ISR_STUB_BYTES
	.globl	isr_stubs
isr_stubs:
	.set	vector, 0
	.set	error_codes, ERROR_CODE_VECTORS
	.rept	VECTORS
	.balign	ISR_STUB_BYTES
	.if	(error_codes & 1) == 0
	push	$0
	.endif
	push	$vector
	jmp	isr_common
	.set	vector, vector + 1
	.set	error_codes, error_codes >> 1
	.endr

	.section .note.GNU-stack, "", @progbits
