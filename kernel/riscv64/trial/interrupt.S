/* SPDX-License-Identifier: MIT */
/* One interrupt, from the write that raises it to the instruction after SRET. It is in assembly
 * because each stage's first and last instructions are timed. A handler is the entry of a table of
 * traps. Handlers may change t0 and t1, and without stimecmp a0, a1, a6 and a7, because the
 * interrupted code keeps nothing there; t4 is the address that they return to. */
#include "kernel/riscv64/core/stimecmp.h"
#include "kernel/riscv64/cpu/stamp.inc"
#include "kernel/riscv64/cpu/trap.inc"
#include "lib/riscv64/control.h"

#define ETIMEDOUT 110

#define RAISED 0
#define ENTERED 8
#define ACKNOWLEDGED 24
#define RETURNING 32
#define RESUMED 40

#define SBI_TIME 0x54494d45

	.section .text.trial, "ax"

/* ---- Handlers ---- */

	.macro	end_software
	csrci	sip, INTERRUPT_SOFTWARE
	.endm

	.macro	end_timer
	li	t0, -1
	csrw	STIMECMP, t0
	.endm

	.macro	end_sbi
	li	a0, -1
	li	a6, 0
	li	a7, SBI_TIME
	ecall
	.endm

	TRAP_TABLE trial_enter_software, software=timed_software
	TRAP_TABLE trial_enter_timer, timer=timed_timer
	TRAP_TABLE trial_enter_sbi, timer=timed_sbi

/* Aligned, so that a handler occupies the same cache lines whatever precedes it. */
	.macro	timed way
	.balign	64
timed_\way:
	READ_CLOCK t0
	la	t1, trial_interrupt_stamps
	sd	t0, ENTERED(t1)
	end_\way
	READ_CLOCK t0
	sd	t0, ACKNOWLEDGED(t1)
	csrw	sepc, t4
	READ_CLOCK t0
	sd	t0, RETURNING(t1)
	sret
	.endm

	timed	software
	timed	timer
	timed	sbi

/* ---- The kernel waits ---- */

	.macro	raise_by_software
	READ_CLOCK t0
	sd	t0, RAISED(t1)
	csrsi	sip, INTERRUPT_SOFTWARE
	.endm

/* t2 is a0 ticks after the next tick of `time`. */
	.macro	await_tick
	rdtime	t0
8:	rdtime	t2
	beq	t0, t2, 8b
	add	t2, t2, a0
	.endm

	.macro	raise_by_timer
	await_tick
	csrw	STIMECMP, t2
	READ_CLOCK t0
	sd	t0, RAISED(t1)
	.endm

	.macro	raise_by_sbi
	mv	t5, a1
	await_tick
	READ_CLOCK t0
	sd	t0, RAISED(t1)
	mv	a0, t2
	li	a6, 0
	li	a7, SBI_TIME
	ecall
	mv	a1, t5
	.endm

	.macro	raise_by_nothing
	.endm

	.macro	raise_by_peer
	.endm

	.macro	between_nothing
	.endm

	.macro	between_peer
	.4byte	0x0100000f		/* PAUSE */
	.endm

	.macro	resumed
	READ_CLOCK t0
	la	t1, trial_interrupt_stamps
	sd	t0, RESUMED(t1)
	csrci	sie, INTERRUPT_SOFTWARE
	li	a0, 0
	ret
	.endm

/* a1 = iterations. */
	.macro	spin way, between=nothing
	.globl	trial_spin_\way
	.balign	64
trial_spin_\way:
	la	t1, trial_interrupt_stamps
	la	t4, 2f
	csrsi	sie, INTERRUPT_SOFTWARE
	raise_by_\way
1:	between_\between
	addi	a1, a1, -1
	bnez	a1, 1b
	csrci	sie, INTERRUPT_SOFTWARE
	li	a0, -ETIMEDOUT
	ret
2:	resumed
	.endm

/* An interrupt that sstatus masks also ends WFI, so no interrupt is missed between WFI and the
 * unmasking. If anything else wakes the CPU, rest again. If the interrupt never comes, the watchdog
 * aborts the trial. */
	.macro	rest way
	.globl	trial_wfi_\way
	.balign	64
trial_wfi_\way:
	la	t1, trial_interrupt_stamps
	la	t4, 2f
	csrci	sstatus, SSTATUS_SIE
	csrsi	sie, INTERRUPT_SOFTWARE
	raise_by_\way
1:	wfi
	csrsi	sstatus, SSTATUS_SIE
	csrci	sstatus, SSTATUS_SIE
	j	1b
2:	resumed
	.endm

	spin	software
	spin	timer
	spin	sbi
	spin	nothing
	spin	peer, peer
	.irp	way, software, timer, sbi, nothing
	rest	\way
	.endr

/* ---- User mode waits ---- */

	.macro	arm way
	.globl	trial_set_\way
trial_set_\way:
	la	t1, trial_interrupt_stamps
	raise_by_\way
	ret
	.endm

	arm	timer
	arm	sbi

	.section .user.text, "ax", %progbits

	.macro	user_spin way
	.globl	trial_user_\way
	.balign	64
trial_user_\way:
	la	t4, 2f
1:	between_\way
	addi	a0, a0, -1
	bnez	a0, 1b
	li	a0, 0
	ret
2:	READ_CLOCK a0
	ret
	.endm

	user_spin nothing
	user_spin peer

	.section .text.trial, "ax"

/* ---- Passes of fixed work ---- */

	TRAP_TABLE trial_count_software, software=counted_software
	TRAP_TABLE trial_count_timer, timer=counted_timer
	TRAP_TABLE trial_count_sbi, timer=counted_sbi

/* Handlers for the loop below, which preserve all registers. */
	.macro	counted way
	.balign	64
counted_\way:
	addi	sp, sp, -48
	sd	t0, 0(sp)
	sd	t1, 8(sp)
	sd	a0, 16(sp)
	sd	a1, 24(sp)
	sd	a6, 32(sp)
	sd	a7, 40(sp)
	la	t1, trial_pass_interrupts
	lw	t0, (t1)
	addi	t0, t0, 1
	sw	t0, (t1)
	end_\way
	ld	t0, 0(sp)
	ld	t1, 8(sp)
	ld	a0, 16(sp)
	ld	a1, 24(sp)
	ld	a6, 32(sp)
	ld	a7, 40(sp)
	addi	sp, sp, 48
	sret
	.endm

	counted	software
	counted	timer
	counted	sbi

/* a1 = iterations. Returns the duration. */
	.macro	pass way
	.globl	trial_pass_\way
	.balign	64
trial_pass_\way:
	la	t1, trial_interrupt_stamps
	READ_CLOCK t3
	raise_by_\way
1:	addi	a1, a1, -1
	bnez	a1, 1b
	READ_CLOCK a0
	sub	a0, a0, t3
	ret
	.endm

	.irp	way, software, timer, sbi, nothing
	pass	\way
	.endr

/* ---- An interrupt of another CPU ---- */

	TRAP_TABLE trial_ipi_enter, software=ipi_entry

/* Handler of another CPU's interrupt, which preserves all registers. The fence orders the stamp
 * before the word that announces it. */
	.balign	64
ipi_entry:
	addi	sp, sp, -16
	sd	t0, 0(sp)
	sd	t1, 8(sp)
	READ_CLOCK t0
	la	t1, trial_ipi_entered
	sd	t0, (t1)
	fence	w, w
	li	t0, 1
	sw	t0, 8(t1)
	csrci	sip, INTERRUPT_SOFTWARE
	ld	t0, 0(sp)
	ld	t1, 8(sp)
	addi	sp, sp, 16
	sret

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
