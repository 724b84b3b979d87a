/* SPDX-License-Identifier: MIT */
/* One page fault, from the access to the instruction after it. It is in assembly because the access
 * must have a known address, and the handler's first instruction is timed. */
#include "kernel/x86/cpu/stamp.inc"

#define TOUCHED trial_fault_stamps
#define ENTERED trial_fault_stamps + 8
#define RETURNING trial_fault_stamps + 16

/* uint64_t trial_fault_\name(uint64_t address): the access between two clock reads, in ring 0 or 3.
 * The first time is in %r8 for the handler, because ring 3 cannot write the stamps; the second is
 * returned. %rsi is the address after the access. */
.macro ACCESS name, instruction:vararg
	.globl	trial_fault_\name
trial_fault_\name:
	lea	1f(%rip), %rsi
	READ_TSC
	mov	%rax, %r8
	\instruction
1:	READ_TSC
	ret
.endm

	.section .user.text, "ax", @progbits

	ACCESS	read, movb (%rdi), %cl
	ACCESS	write, movb %cl, (%rdi)

/* The page holds an instruction that jumps to %rsi. */
	ACCESS	jump, jmp *%rdi

/* uint64_t trial_first_write(uint64_t address): ticks of a write that populates its page. */
	.globl	trial_first_write
trial_first_write:
	READ_TSC
	mov	%rax, %r8
	movb	$1, (%rdi)
	READ_TSC
	sub	%r8, %rax
	ret

	.section .text.trial, "ax"

	.globl	trial_fault_enter_trap
trial_fault_enter_trap:
	STAMP	ENTERED
	mov	%r8, TOUCHED(%rip)
	pop	trial_fault_error(%rip)
	mov	%rsi, (%rsp)
	STAMP	RETURNING
	iretq

	.globl	trial_fault_enter_map
trial_fault_enter_map:
	STAMP	ENTERED
	mov	%r8, TOUCHED(%rip)
	mov	trial_fault_entry(%rip), %rcx
	mov	trial_fault_value(%rip), %rax
	mov	%rax, (%rcx)
	invlpg	(%rdi)
	pop	trial_fault_error(%rip)
	STAMP	RETURNING
	iretq

	.section .bss
	.balign	8
	.globl	trial_fault_stamps, trial_fault_entry, trial_fault_value, trial_fault_error
trial_fault_stamps:
	.skip	32
trial_fault_entry:
	.skip	8
trial_fault_value:
	.skip	8
trial_fault_error:
	.skip	8

	.section .note.GNU-stack, "", @progbits
