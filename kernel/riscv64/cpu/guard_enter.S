/* SPDX-License-Identifier: MIT */
/* Entering and aborting a guarded call: setjmp and longjmp in the form that an exception handler
 * needs. */
#include "kernel/riscv64/cpu/callee_saved.inc"

#define GUARD_SP 104

	.section .text.guard, "ax"

/* int guard_enter(struct guard *guard, void (*function)(void *), void *argument) */
	.globl	guard_enter
guard_enter:
	CALLEE_SAVED sd, a0
	sd	sp, GUARD_SP(a0)
	addi	sp, sp, -16
	sd	ra, 8(sp)
	sd	s0, 0(sp)
	addi	s0, sp, 16
	mv	a0, a2
	jalr	a1
	ld	ra, 8(sp)
	ld	s0, 0(sp)
	addi	sp, sp, 16
	li	a0, 0
	ret

/* An exception handler returns to here, with the guard in a0 and the stack pointer of guard_enter's
 * entry. */
	.globl	guard_left
guard_left:
	CALLEE_SAVED ld, a0
	li	a0, 1
	ret

	.section .note.GNU-stack, "", %progbits
