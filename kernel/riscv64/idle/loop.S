/* SPDX-License-Identifier: MIT */
/* The idle loop in which the CPU sleeps: a pass sleeps until an interrupt. An interrupt that
 * sstatus masks also ends WFI. The loop is in assembly, so that recording costs the same as in the
 * busy loop. */
#include "bench/idle/loop.h"
#include "bench/idle/loop_riscv64.inc"
#include "kernel/riscv64/cpu/cpu.h"
#include "kernel/riscv64/cpu/stamp.inc"
#include "kernel/riscv64/cpu/trap.inc"
#include "lib/riscv64/control.h"

	.macro WAIT_WFI
	csrci	sstatus, SSTATUS_SIE
	csrsi	sie, INTERRUPT_SOFTWARE
	wfi
	csrsi	sstatus, SSTATUS_SIE
	csrci	sie, INTERRUPT_SOFTWARE
	.endm

	.section .text.idle, "ax"
	.globl	idle_loop_hlt
	.balign	64
idle_loop_hlt:
	IDLE_LOOP WAIT_WFI

/* There is no MWAIT, so idle_run() refuses it. */
	.globl	idle_loop_mwait
idle_loop_mwait:
	unimp

/* A table. The entry of a software interrupt stores the clock and then takes the normal way. */
	TRAP_TABLE idle_enter_stamped, software=stamped_entry

	.macro	stamp
	sd	t0, CPU_SAVED_T0(tp)
	sd	t1, CPU_SAVED_SP(tp)
	READ_CLOCK t0
	la	t1, idle_entered_tsc
	sd	t0, (t1)
	ld	t0, CPU_SAVED_T0(tp)
	ld	t1, CPU_SAVED_SP(tp)
	.endm

/* The CPU's data are in sscratch if user mode was interrupted, else in tp. */
stamped_entry:
	csrrw	tp, sscratch, tp
	bnez	tp, 1f
	csrrw	tp, sscratch, tp
	stamp
	j	trap_of_kernel
1:	stamp
	csrrw	tp, sscratch, tp
	j	trap_entry

	.section .bss
	.balign	8
	.globl	idle_entered_tsc
idle_entered_tsc:
	.skip	8

	.section .note.GNU-stack, "", %progbits
