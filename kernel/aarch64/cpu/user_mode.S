/* SPDX-License-Identifier: MIT */
/* Entering and leaving user mode. They are in assembly because the CPU's next entry from user mode
 * continues on this function's stack, below what user_mode_enter stored. */
#include "kernel/aarch64/core/trap_frame.h"
#include "kernel/aarch64/cpu/vector.h"

#define SAVED_BYTES (12 * 8)

	.section .text.user_mode, "ax"

/* struct user_mode_result user_mode_enter(uint64_t pc, uint64_t stack, uint64_t argument,
 *					   uint64_t return_address, uint64_t pstate) */
	.globl	user_mode_enter
user_mode_enter:
	sub	sp, sp, #SAVED_BYTES
	stp	x19, x20, [sp, #0]
	stp	x21, x22, [sp, #16]
	stp	x23, x24, [sp, #32]
	stp	x25, x26, [sp, #48]
	stp	x27, x28, [sp, #64]
	stp	x29, x30, [sp, #80]
	msr	elr_el1, x0
	msr	sp_el0, x1
	msr	spsr_el1, x4
	mov	x0, x2
	mov	x30, x3
	mov	x29, #0			/* end of the backtrace */
	eret

/* The end of a user function, after SAVE_REGISTERS in a trap frame. Its results are in x0 and x1.
 * Interrupts stay off, and fast ones come on again. */
	.globl	user_mode_exit
user_mode_exit:
	ldp	x0, x1, [sp]
	add	sp, sp, #TRAP_FRAME_BYTES

/* The end of a user function with tables of vectors that store no registers. */
	.globl	user_mode_exit_unsaved
user_mode_exit_unsaved:
	ldp	x19, x20, [sp, #0]
	ldp	x21, x22, [sp, #16]
	ldp	x23, x24, [sp, #32]
	ldp	x25, x26, [sp, #48]
	ldp	x27, x28, [sp, #64]
	ldp	x29, x30, [sp, #80]
	add	sp, sp, #SAVED_BYTES
	msr	daifclr, #1
	ret

/* The number of this call is negative, so that a handler without a spare register can recognise
 * it. */
	.section .user.text, "ax", %progbits
	.globl	user_mode_return
user_mode_return:
	mov	x8, #-1
	svc	#SVC_USER_EXIT

	.section .note.GNU-stack, "", %progbits
