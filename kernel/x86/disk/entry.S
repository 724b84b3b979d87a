/* SPDX-License-Identifier: MIT */
/* Entry of a disk's interrupt: stores the time of the first instruction, then continues with the
 * normal stub. */
#include "kernel/x86/cpu/vector.h"
#include "kernel/x86/cpu/stamp.inc"

	.section .text.disk, "ax"

	.globl	disk_enter
disk_enter:
	push	%rax
	push	%rdx
	STAMP	disk_entered_tsc
	pop	%rdx
	pop	%rax
	jmp	isr_stubs + VECTOR_DISK * ISR_STUB_BYTES

	.section .bss
	.balign	8
	.globl	disk_entered_tsc
disk_entered_tsc:
	.skip	8

	.section .note.GNU-stack, "", @progbits
