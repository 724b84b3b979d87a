/* SPDX-License-Identifier: MIT */
/* Where every vector enters: a stub a vector makes the frames alike and goes on to one common way.
 * In assembly because the CPU's frame is not a C call's and every register has to be kept. */
#include "kernel/cpu/interrupt.h"
#include "kernel/cpu/registers.inc"

/* The exceptions that push an error code: 8, 10-14, 17, 21, 29, 30.
 * Intel SDM vol. 3A, "Exception and Interrupt Vectors"; AMD APM vol. 2, "Vectors". */
#define ERROR_CODE_VECTORS 0x60227d00

	.section .text.isr, "ax"

/* On the stack: return frame, error code, vector. The layout is struct trap_frame's. */
isr_common:
	PUSH_REGISTERS
	mov	%rsp, %rdi
	mov	%rsp, %rbx		/* the callee keeps it */
	and	$-16, %rsp		/* what C expects; the frame's size
					 * need not be a multiple */
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
