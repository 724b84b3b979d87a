/* SPDX-License-Identifier: MIT */
/* The kernel's traps. In assembly because every register must be stored unchanged.
 *
 * In the kernel, tp has the CPU's data and sscratch is 0; in user mode sscratch has them, and an
 * entry continues on the CPU's entry stack. A trap of the kernel continues on the interrupted
 * stack. If the address of a fault is near the stack pointer, the stack itself may be the cause,
 * and the handler runs on this CPU's emergency stack. */
#include "kernel/riscv64/core/trap_frame.h"
#include "kernel/riscv64/cpu/cpu.h"
#include "kernel/riscv64/cpu/trap.inc"
#include "kernel/riscv64/cpu/vector.h"
#include "lib/riscv64/control.h"

#define NEAR_SHIFT 12                   /* 4 KiB below and above */

	.section .text.trap, "ax"
	.balign	64
	.globl	trap_entry
trap_entry:
	csrrw	tp, sscratch, tp
	bnez	tp, from_user
	csrrw	tp, sscratch, tp

/* Of the kernel itself, with tp and sscratch as the kernel has them. */
	.globl	trap_of_kernel
trap_of_kernel:
	sd	t0, CPU_SAVED_T0(tp)
	csrr	t0, stval
	sub	t0, sp, t0
	srai	t0, t0, NEAR_SHIFT
	addi	t0, t0, 1
	sltiu	t0, t0, 2
	bnez	t0, near_stack
	ld	t0, CPU_SAVED_T0(tp)
	addi	sp, sp, -TRAP_FRAME_BYTES
	FRAME_REGISTERS sd
	addi	t0, sp, TRAP_FRAME_BYTES
	sd	t0, TRAP_FRAME_X(2)(sp)
	j	dispatch

near_stack:
	sd	sp, CPU_SAVED_SP(tp)
	ld	t0, CPU_SAVED_T0(tp)
	ld	sp, CPU_EMERGENCY_STACK(tp)
	addi	sp, sp, -TRAP_FRAME_BYTES
	FRAME_REGISTERS sd
	ld	t0, CPU_SAVED_SP(tp)
	sd	t0, TRAP_FRAME_X(2)(sp)
	j	dispatch

from_user:
	sd	sp, CPU_SAVED_SP(tp)
	ld	sp, CPU_ENTRY_STACK(tp)
	addi	sp, sp, -TRAP_FRAME_BYTES
	FRAME_REGISTERS sd
	ld	t0, CPU_SAVED_SP(tp)
	sd	t0, TRAP_FRAME_X(2)(sp)
	csrrw	t0, sscratch, zero
	sd	t0, TRAP_FRAME_X(4)(sp)

/* All registers are in the frame at sp. Exceptions and software interrupts are handled with
 * software interrupts off, but with the timer on. */
	.globl	dispatch
dispatch:
	csrr	t0, sepc
	sd	t0, TRAP_FRAME_PC(sp)
	csrr	t0, sstatus
	sd	t0, TRAP_FRAME_SSTATUS(sp)
	csrr	t0, sie
	sd	t0, TRAP_FRAME_SIE(sp)
	csrr	t0, stval
	sd	t0, TRAP_FRAME_VALUE(sp)
	csrr	t1, scause
	sd	t1, TRAP_FRAME_VECTOR(sp)
	bltz	t1, interrupt
	li	t0, CAUSE_USER_CALL
	bne	t1, t0, 1f
	bltz	a7, user_mode_exit
1:	csrci	sie, INTERRUPT_SOFTWARE
	csrsi	sstatus, SSTATUS_SIE
	mv	a0, sp
	call	exception_dispatch
	j	return_from_frame

/* Causes of interrupts: 1 is a software interrupt, 5 the timer, 9 a device. */
interrupt:
	andi	t0, t1, 0xff
	addi	t0, t0, -1
	bnez	t0, 1f
	csrci	sie, INTERRUPT_SOFTWARE
	csrci	sip, INTERRUPT_SOFTWARE
	csrsi	sstatus, SSTATUS_SIE
	mv	a0, sp
	call	software_interrupt_dispatch
	j	return_from_frame
1:	addi	t0, t0, -4
	mv	a0, sp
	bnez	t0, 2f
	call	timer_interrupt_dispatch
	j	return_from_frame
2:	addi	t0, t0, -4
	bnez	t0, 3f
	call	external_interrupt_dispatch
	j	return_from_frame
3:	call	exception_dispatch

/* A handler may have changed the frame: its pc, and after guard_leave its mode and stack
 * pointer. */
return_from_frame:
	csrci	sstatus, SSTATUS_SIE
	ld	t0, TRAP_FRAME_PC(sp)
	csrw	sepc, t0
	ld	t0, TRAP_FRAME_SIE(sp)
	csrw	sie, t0
	ld	t0, TRAP_FRAME_SSTATUS(sp)
	csrw	sstatus, t0
	andi	t0, t0, SSTATUS_SPP
	bnez	t0, 1f
	csrw	sscratch, tp
1:	FRAME_REGISTERS ld
	ld	sp, TRAP_FRAME_X(2)(sp)
	sret

	.section .note.GNU-stack, "", %progbits
