/* SPDX-License-Identifier: MIT */
/* To ring 3 and back. In assembly because the stack is left in the middle of a function and found
 * again by the CPU: what user_mode_enter pushed lies where the TSS says that entries from ring 3
 * begin. */
#include "kernel/cpu/gdt.h"
#include "kernel/cpu/interrupt.h"
#include "kernel/cpu/user_mode_enter.h"

	.section .text.user_mode, "ax"

/* struct user_mode_result user_mode_enter(uint64_t rip, uint64_t rsp, uint64_t argument,
 *					   struct tss *tss, uint64_t flags) */
	.globl	user_mode_enter
user_mode_enter:
	push	%rbx
	push	%rbp
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	mov	%rsp, TSS_RSP0(%rcx)
	push	$SELECTOR_USER_DATA
	push	%rsi
	push	%r8
	push	$SELECTOR_USER_CODE
	push	%rdi
	mov	%rdx, %rdi
	xor	%ebp, %ebp		/* where a backtrace ends */
	iretq

/* An interrupt that changes rings leaves SS null; the kernel's is put back. */
	.globl	user_mode_exit
user_mode_exit:
	mov	%gs:CPU_TSS_RSP0, %rsp
	mov	$SELECTOR_DATA, %ecx
	mov	%ecx, %ss
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbp
	pop	%rbx
	ret

	.section .user.text, "ax", @progbits
	.globl	user_mode_return
user_mode_return:
	int	$VECTOR_USER_EXIT

	.section .note.GNU-stack, "", @progbits
