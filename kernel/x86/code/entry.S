/* SPDX-License-Identifier: MIT */
/* Entries of the descriptor table that is in force while the user's code runs, and the way into
 * ring 3. In assembly because nothing of the interrupted state can be relied on, the GS base
 * included. */
#include "kernel/x86/cpu/gdt.h"
#include "kernel/x86/cpu/isr_stubs.inc"
#include "kernel/x86/cpu/registers.inc"

	.section .text.code, "ax"

code_common:
	PUSH_REGISTERS
	mov	%rsp, %rdi
	mov	%rsp, %rbx		/* callee-saved */
	and	$-16, %rsp		/* alignment for C */
	cld
	call	code_trap
	mov	%rbx, %rsp
	POP_REGISTERS
	add	$16, %rsp		/* vector and error code */
	iretq

	ISR_STUBS code_stubs, code_common

/* void code_enter_user(uint64_t rip, uint64_t rsp): returns at code_leave_user. */
	.globl	code_enter_user
code_enter_user:
	push	%rbx
	push	%rbp
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	mov	%rsp, kernel_rsp(%rip)
	push	$SELECTOR_USER_DATA
	push	%rsi
	push	$2			/* FLAGS_FIXED */
	push	$SELECTOR_USER_CODE
	push	%rdi
	iretq

/* Handler of VECTOR_USER_EXIT. An interrupt that changes rings sets SS to null. */
	.globl	code_leave_user
code_leave_user:
	mov	kernel_rsp(%rip), %rsp
	mov	$SELECTOR_DATA, %ecx
	mov	%ecx, %ss
	cld
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbp
	pop	%rbx
	ret

	.local	kernel_rsp
	.comm	kernel_rsp, 8, 8

	.section .note.GNU-stack, "", @progbits
