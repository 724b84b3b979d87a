/* SPDX-License-Identifier: MIT */
/* Entering and leaving ring 3. In assembly because the CPU's next entry from ring 3 continues on
 * this function's stack: the TSS names the place below what user_mode_enter pushed. */
#include "kernel/x86/cpu/gdt.h"
#include "kernel/x86/cpu/user_mode.h"
#include "kernel/x86/cpu/vector.h"

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
	xor	%ebp, %ebp		/* end of the backtrace */
	iretq

/* An interrupt that changes rings sets SS to null; restore the kernel's. */
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
