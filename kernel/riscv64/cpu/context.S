/* SPDX-License-Identifier: MIT */
/* In assembly because the stack changes within the function. */
#include "kernel/riscv64/cpu/callee_saved.inc"

	.section .text.context, "ax"

/* void context_switch(uint64_t *stack, uint64_t other_stack) */
	.globl	context_switch
context_switch:
	addi	sp, sp, -CALLEE_SAVED_BYTES
	CALLEE_SAVED sd, sp
	sd	sp, (a0)
	mv	sp, a1
	CALLEE_SAVED ld, sp
	addi	sp, sp, CALLEE_SAVED_BYTES
	ret

/* uint64_t context_begin(void *stack_top, void (*function)(void)): builds what context_switch
 * loads. The zero frame pointer ends a backtrace. */
	.globl	context_begin
context_begin:
	addi	a0, a0, -CALLEE_SAVED_BYTES
	sd	a1, 0(a0)
	sd	zero, 8(a0)
	ret

	.section .note.GNU-stack, "", %progbits
