/* SPDX-License-Identifier: MIT */
/* Entering and aborting a guarded call: setjmp and longjmp in the form that an exception handler
 * needs. */

	.section .text.guard, "ax"

/* int guard_enter(struct guard *guard, void (*function)(void *), void *argument) */
	.globl	guard_enter
guard_enter:
	mov	%rbx, 0(%rdi)
	mov	%rbp, 8(%rdi)
	mov	%r12, 16(%rdi)
	mov	%r13, 24(%rdi)
	mov	%r14, 32(%rdi)
	mov	%r15, 40(%rdi)
	mov	%rsp, 48(%rdi)
	sub	$8, %rsp
	mov	%rdx, %rdi
	call	*%rsi
	add	$8, %rsp
	xor	%eax, %eax
	ret

/* An exception handler returns to here, with the guard in %rdi and the stack pointer of
 * guard_enter's entry. */
	.globl	guard_left
guard_left:
	mov	0(%rdi), %rbx
	mov	8(%rdi), %rbp
	mov	16(%rdi), %r12
	mov	24(%rdi), %r13
	mov	32(%rdi), %r14
	mov	40(%rdi), %r15
	mov	$1, %eax
	ret

	.section .note.GNU-stack, "", @progbits
