/* SPDX-License-Identifier: MIT */
/* The idle loop in which the CPU sleeps: a pass sleeps until an interrupt. A masked interrupt also
 * ends WFI. The loop is in assembly, so that recording costs the same as in the busy loop. */
#include "bench/idle/loop.h"
#include "bench/idle/loop_aarch64.inc"
#include "kernel/aarch64/cpu/stamp.inc"
#include "kernel/aarch64/cpu/vectors.inc"

	.macro WAIT_WFI
	wfi
	msr	daifclr, #2
	isb
	msr	daifset, #2
	.endm

	.section .text.idle, "ax"
	.globl	idle_loop_hlt
	.balign	64
idle_loop_hlt:
	IDLE_LOOP WAIT_WFI

/* There is no MWAIT, so idle_run() refuses it. */
	.globl	idle_loop_mwait
idle_loop_mwait:
	brk	#0

/* A table of vectors. The entry of an interrupt stores the clock and then takes the normal way. */
	.macro	stamped_interrupt
	b	stamped_entry
	.endm

	VECTORS idle_enter_stamped, own_exception, stamped_interrupt, own_fast_interrupt, \
		own_error, user_exception, stamped_interrupt, own_fast_interrupt, own_error

stamped_entry:
	sub	sp, sp, #TRAP_FRAME_BYTES
	stp	x9, x10, [sp, #72]
	READ_CLOCK x9
	adrp	x10, idle_entered_tsc
	str	x9, [x10, :lo12:idle_entered_tsc]
	ldp	x9, x10, [sp, #72]
	b	interrupt_entry

	.section .bss
	.balign	8
	.globl	idle_entered_tsc
idle_entered_tsc:
	.skip	8

	.section .note.GNU-stack, "", %progbits
