/* SPDX-License-Identifier: MIT */
/* Entries of an input run's interrupts: store the time of the first instruction, then continue with
 * the normal stub. In assembly because a C handler starts only after some thirty instructions. */
#include "kernel/x86/cpu/vector.h"
#include "kernel/x86/cpu/stamp.inc"

	.section .text.input, "ax"

.macro ENTER_AT vector
	push	%rax
	push	%rdx
	STAMP	input_entered_tsc
	pop	%rdx
	pop	%rax
	jmp	isr_stubs + \vector * ISR_STUB_BYTES
.endm

	.globl	input_enter_keyboard
input_enter_keyboard:
	ENTER_AT VECTOR_KEYBOARD

	.globl	input_enter_mouse
input_enter_mouse:
	ENTER_AT VECTOR_MOUSE

	.globl	input_enter_script
input_enter_script:
	ENTER_AT VECTOR_SCRIPT

	.globl	input_enter_device
input_enter_device:
	ENTER_AT VECTOR_DEVICE

	.globl	input_enter_timer
input_enter_timer:
	ENTER_AT VECTOR_APP_TIMER

	.section .bss
	.balign	8
	.globl	input_entered_tsc
input_entered_tsc:
	.skip	8

	.section .note.GNU-stack, "", @progbits
