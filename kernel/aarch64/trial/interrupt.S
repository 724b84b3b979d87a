/* SPDX-License-Identifier: MIT */
/* One interrupt, from the write that raises it to the instruction after ERET. It is in assembly
 * because each stage's first and last instructions are timed. A handler is the entry of a table of
 * vectors. Handlers may change x9 to x12, because the interrupted code keeps nothing there; x14 is
 * the address that they return to. */
#include "kernel/aarch64/cpu/stamp.inc"
#include "kernel/aarch64/cpu/vectors.inc"
#include "kernel/aarch64/dev/gic_access.h"

#define ETIMEDOUT 110

#define RAISED 0
#define ENTERED 8
#define ACKNOWLEDGED 24
#define RETURNING 32
#define RESUMED 40

#define GIC_INTERFACE 16                /* offset in struct gic_access */

	.section .text.trial, "ax"

/* ---- Handlers ---- */

	.macro	address_of register, symbol
	adrp	\register, \symbol
	add	\register, \register, :lo12:\symbol
	.endm

	.macro	entered
	READ_CLOCK x9
	address_of x10, trial_interrupt_stamps
	str	x9, [x10, #ENTERED]
	.endm

	.macro	return
	READ_CLOCK x9
	str	x9, [x10, #ACKNOWLEDGED]
	msr	elr_el1, x14
	READ_CLOCK x9
	str	x9, [x10, #RETURNING]
	eret
	.endm

/* Silence the timer's line before the timer's interrupt ends. For other interrupts this is an
 * unnecessary write. */
	.macro	end_v2
	adrp	x11, gic_access
	add	x11, x11, :lo12:gic_access
	ldr	x11, [x11, #GIC_INTERFACE]
	ldr	w12, [x11, #GICC_IAR]
	msr	cntv_ctl_el0, xzr
	str	w12, [x11, #GICC_EOIR]
	.endm

	.macro	end_v3
	mrs	x12, ICC_IAR1_EL1
	msr	cntv_ctl_el0, xzr
	msr	ICC_EOIR1_EL1, x12
	.endm

	.macro	timed_v2
	b	timed_v2_entry
	.endm

	.macro	timed_v3
	b	timed_v3_entry
	.endm

	VECTORS trial_enter_v2, own_exception, timed_v2, own_fast_interrupt, own_error, \
		user_exception, timed_v2, own_fast_interrupt, own_error
	VECTORS trial_enter_v3, own_exception, timed_v3, own_fast_interrupt, own_error, \
		user_exception, timed_v3, own_fast_interrupt, own_error

/* Aligned, so that a handler occupies the same cache lines whatever precedes it. */
	.balign	64
timed_v2_entry:
	entered
	end_v2
	return

	.balign	64
timed_v3_entry:
	entered
	end_v3
	return

/* ---- The kernel waits ---- */

	.macro	raise_by_v2
	READ_CLOCK x9
	str	x9, [x10, #RAISED]
	str	w0, [x2]
	.endm

	.macro	raise_by_v3
	READ_CLOCK x9
	str	x9, [x10, #RAISED]
	msr	ICC_SGI1R_EL1, x0
	isb
	.endm

	.macro	raise_by_timer
	mov	x11, #1
	READ_CLOCK x9
	str	x9, [x10, #RAISED]
	msr	cntv_cval_el0, x0
	msr	cntv_ctl_el0, x11
	isb
	.endm

	.macro	raise_by_nothing
	.endm

	.macro	raise_by_peer
	.endm

	.macro	resumed
	READ_CLOCK x9
	address_of x10, trial_interrupt_stamps
	str	x9, [x10, #RESUMED]
	msr	daifset, #2
	mov	w0, #0
	ret
	.endm

/* x1 = iterations. */
	.macro	spin way, between
	.globl	trial_spin_\way
	.balign	64
trial_spin_\way:
	address_of x10, trial_interrupt_stamps
	adr	x14, 2f
	msr	daifclr, #2
	raise_by_\way
1:	\between
	subs	x1, x1, #1
	b.ne	1b
	msr	daifset, #2
	mov	w0, #-ETIMEDOUT
	ret
2:	resumed
	.endm

/* A masked interrupt also ends WFI, so no interrupt is missed between WFI and the unmasking. If
 * anything else wakes the CPU, rest again. If the interrupt never comes, the watchdog aborts the
 * trial. */
	.macro	rest way
	.globl	trial_wfi_\way
	.balign	64
trial_wfi_\way:
	address_of x10, trial_interrupt_stamps
	adr	x14, 2f
	raise_by_\way
1:	wfi
	msr	daifclr, #2
	isb
	msr	daifset, #2
	b	1b
2:	resumed
	.endm

	spin	v2
	spin	v3
	spin	timer
	spin	nothing
	spin	peer, yield
	.irp	way, v2, v3, timer, nothing
	rest	\way
	.endr

/* ---- Passes of fixed work ---- */

/* Handlers for the loop below, which preserve all registers. */
	.macro	counted name
	.balign	64
counted_\name\()_entry:
	stp	x9, x10, [sp, #-32]!
	stp	x11, x12, [sp, #16]
	address_of x10, trial_pass_interrupts
	ldr	w9, [x10]
	add	w9, w9, #1
	str	w9, [x10]
	end_\name
	ldp	x11, x12, [sp, #16]
	ldp	x9, x10, [sp], #32
	eret
	.endm

	.macro	counted_v2
	b	counted_v2_entry
	.endm

	.macro	counted_v3
	b	counted_v3_entry
	.endm

	VECTORS trial_count_v2, own_exception, counted_v2, own_fast_interrupt, own_error, \
		user_exception, own_interrupt, own_fast_interrupt, own_error
	VECTORS trial_count_v3, own_exception, counted_v3, own_fast_interrupt, own_error, \
		user_exception, own_interrupt, own_fast_interrupt, own_error
	counted v2
	counted v3

/* x1 = iterations. Returns the duration. */
	.macro	pass way
	.globl	trial_pass_\way
	.balign	64
trial_pass_\way:
	address_of x10, trial_interrupt_stamps
	READ_CLOCK x13
	raise_by_\way
1:	subs	x1, x1, #1
	b.ne	1b
	READ_CLOCK x0
	sub	x0, x0, x13
	ret
	.endm

	.irp	way, v2, v3, timer, nothing
	pass	\way
	.endr

/* ---- An interrupt of another CPU ---- */

/* Handler of another CPU's interrupt, which preserves all registers. The barrier orders the stamp
 * before the word that announces it. */
	.macro	ipi name
	.balign	64
ipi_\name\()_entry:
	stp	x9, x10, [sp, #-32]!
	stp	x11, x12, [sp, #16]
	READ_CLOCK x9
	address_of x10, trial_ipi_entered
	str	x9, [x10]
	mov	w9, #1
	add	x10, x10, #8
	stlr	w9, [x10]
	end_\name
	ldp	x11, x12, [sp, #16]
	ldp	x9, x10, [sp], #32
	eret
	.endm

	.macro	ipi_v2
	b	ipi_v2_entry
	.endm

	.macro	ipi_v3
	b	ipi_v3_entry
	.endm

	VECTORS trial_ipi_enter_v2, own_exception, ipi_v2, own_fast_interrupt, own_error, \
		user_exception, own_interrupt, own_fast_interrupt, own_error
	VECTORS trial_ipi_enter_v3, own_exception, ipi_v3, own_fast_interrupt, own_error, \
		user_exception, own_interrupt, own_fast_interrupt, own_error
	ipi	v2
	ipi	v3

/* ---- User mode waits ---- */

	.section .user.text, "ax", %progbits

	.macro	user_spin way, between
	.globl	trial_user_\way
	.balign	64
trial_user_\way:
	adr	x14, 2f
1:	\between
	subs	x0, x0, #1
	b.ne	1b
	mov	x0, #0
	ret
2:	READ_CLOCK x0
	ret
	.endm

	user_spin nothing
	user_spin peer, yield

	.section .bss
	.balign	64
	.globl	trial_interrupt_stamps, trial_pass_interrupts, trial_ipi_entered, trial_ipi_has_run
trial_interrupt_stamps:
	.skip	48
trial_pass_interrupts:
	.skip	4
	.balign	64
trial_ipi_entered:
	.skip	8
trial_ipi_has_run:
	.skip	4
	.balign	64

	.section .note.GNU-stack, "", %progbits
