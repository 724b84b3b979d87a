/* SPDX-License-Identifier: MIT */
/* In assembly because the stack changes within the function. */

	.section .text.context, "ax"

/* void context_switch(uint64_t *rsp, uint64_t other_rsp) */
	.globl	context_switch
context_switch:
	push	%rbx
	push	%rbp
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	mov	%rsp, (%rdi)
	mov	%rsi, %rsp
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbp
	pop	%rbx
	ret

/* uint64_t context_begin(void *stack_top, void (*function)(void)): builds what context_switch pops.
 * The top word takes the place of a return address: it aligns the stack as at any function's entry,
 * and ends a backtrace. */
	.globl	context_begin
context_begin:
	movq	$0, -8(%rdi)
	mov	%rsi, -16(%rdi)
	lea	-(16 + 6 * 8)(%rdi), %rax
	movq	$0, 0(%rax)
	movq	$0, 8(%rax)
	movq	$0, 16(%rax)
	movq	$0, 24(%rax)
	movq	$0, 32(%rax)
	movq	$0, 40(%rax)
	ret

	.section .note.GNU-stack, "", @progbits
