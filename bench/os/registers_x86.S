/* SPDX-License-Identifier: MIT */
/* In assembly because in C the compiler decides what callee-saved registers hold. The registers are
 * those of the System V ABI for AMD64, "Register Usage". */

/* Apply an operation to each register, with the number that distinguishes it. */
	.macro each operation
	\operation 0, %rbx
	\operation 1, %rbp
	\operation 2, %r12
	\operation 3, %r13
	\operation 4, %r14
	\operation 5, %r15
	.endm

	.macro save number, register
	push \register
	.endm

	.macro fill number, register
	lea \number(%rdx), \register
	.endm

	.macro compare number, register
	lea \number(%rdx), %rcx
	cmp %rcx, \register
	je 1f
	or $(1 << \number), %eax
1:
	.endm

	.text
	.globl registers_changed
	.type registers_changed, @function
registers_changed:
	each save
	push %rdx			/* also aligns the stack */
	mov %rdi, %rax
	mov %rsi, %rdi
	each fill
	call *%rax

	pop %rdx
	xor %eax, %eax
	each compare
	pop %r15
	pop %r14
	pop %r13
	pop %r12
	pop %rbp
	pop %rbx
	ret
	.size registers_changed, . - registers_changed

	.section .note.GNU-stack, "", @progbits
