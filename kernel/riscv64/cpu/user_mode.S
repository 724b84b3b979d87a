/* SPDX-License-Identifier: MIT */
/* Entering and leaving user mode. In assembly because the CPU's next entry from user mode continues
 * on this function's stack, below what user_mode_enter stored. */
#include "kernel/riscv64/core/trap_frame.h"
#include "kernel/riscv64/cpu/callee_saved.inc"
#include "kernel/riscv64/cpu/cpu.h"
#include "lib/riscv64/control.h"

	.section .text.user_mode, "ax"

/* struct user_mode_result user_mode_enter(uint64_t pc, uint64_t stack, uint64_t argument,
 *					   uint64_t return_address, uint64_t interrupts): interrupts
 * are bits of sie to set in user mode, which ignores sstatus.SIE. */
	.globl	user_mode_enter
user_mode_enter:
	addi	sp, sp, -CALLEE_SAVED_BYTES
	CALLEE_SAVED sd, sp
	csrci	sstatus, SSTATUS_SIE
	sd	sp, CPU_ENTRY_STACK(tp)
	csrw	sscratch, tp
	csrw	sepc, a0
	li	t0, SSTATUS_SPP
	csrc	sstatus, t0
	csrs	sie, a4
	mv	sp, a1
	mv	a0, a2
	mv	ra, a3
	mv	s0, zero		/* end of the backtrace */
	sret

/* The end of a user function, after its registers were stored in a trap frame at sp. Its results
 * are in a0 and a1. Interrupts stay off, and the timer comes on again. */
	.globl	user_mode_exit
user_mode_exit:
	ld	a0, TRAP_FRAME_X(10)(sp)
	ld	a1, TRAP_FRAME_X(11)(sp)
	addi	sp, sp, TRAP_FRAME_BYTES
1:	csrci	sie, INTERRUPT_SOFTWARE
	CALLEE_SAVED ld, sp
	addi	sp, sp, CALLEE_SAVED_BYTES
	csrsi	sstatus, SSTATUS_SIE
	ret

/* The end of a user function with handlers that store no registers. */
	.globl	user_mode_exit_unsaved
user_mode_exit_unsaved:
	csrrw	tp, sscratch, zero
	ld	sp, CPU_ENTRY_STACK(tp)
	j	1b

/* The negative number distinguishes this call from the others. */
	.section .user.text, "ax", %progbits
	.globl	user_mode_return
user_mode_return:
	li	a7, -1
	ecall

	.section .note.GNU-stack, "", %progbits
