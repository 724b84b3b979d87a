/* SPDX-License-Identifier: MIT */
/* Vectors while a disk interrupts: an interrupt's entry stores the time of its first instruction,
 * then continues as usual. The only other interrupt is that of the timer that bounds the wait,
 * after seconds. */
#include "kernel/aarch64/cpu/stamp.inc"
#include "kernel/aarch64/cpu/vectors.inc"

	.macro	disk_interrupt
	sub	sp, sp, #TRAP_FRAME_BYTES
	stp	x0, x1, [sp]
	READ_CLOCK x0
	adrp	x1, disk_entered_tsc
	str	x0, [x1, :lo12:disk_entered_tsc]
	ldp	x0, x1, [sp]
	b	interrupt_entry
	.endm

	.section .text.disk, "ax"

	VECTORS disk_enter, own_exception, disk_interrupt, own_fast_interrupt, own_error, \
		user_exception, disk_interrupt, own_fast_interrupt, own_error

	.section .bss
	.balign	8
	.globl	disk_entered_tsc
disk_entered_tsc:
	.skip	8

	.section .note.GNU-stack, "", %progbits
