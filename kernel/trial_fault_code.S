/* One page fault from the access to the instruction after it. In assembly because the access must
 * be at a known address and the handler's first instruction is what is measured. */
#include "kernel/stamp.inc"

#define TOUCHED trial_fault_stamps
#define ENTERED trial_fault_stamps + 8
#define RETURNING trial_fault_stamps + 16
#define RESUMED trial_fault_stamps + 24

	.section .text.trial, "ax"

/* Where the handler that traps returns, and the page that was jumped to. */
resumed:
	STAMP	RESUMED
	ret

/* void trial_fault_\name(const void *address): the access between two stamps. */
.macro ACCESS name, instruction:vararg
	.globl	trial_fault_\name
trial_fault_\name:
	STAMP	TOUCHED
	\instruction
	STAMP	RESUMED
	ret
.endm

	ACCESS	read, movb (%rdi), %cl
	ACCESS	write, movb %cl, (%rdi)

/* The page holds the instruction that jumps to where %rsi says. */
	.globl	trial_fault_jump
trial_fault_jump:
	lea	resumed(%rip), %rsi
	STAMP	TOUCHED
	jmp	*%rdi

	.globl	trial_fault_enter_trap
trial_fault_enter_trap:
	STAMP	ENTERED
	add	$8, %rsp		/* the error code */
	lea	resumed(%rip), %rax
	mov	%rax, (%rsp)
	STAMP	RETURNING
	iretq

	.globl	trial_fault_enter_map
trial_fault_enter_map:
	STAMP	ENTERED
	mov	trial_fault_entry(%rip), %rcx
	mov	trial_fault_value(%rip), %rax
	mov	%rax, (%rcx)
	invlpg	(%rdi)
	add	$8, %rsp
	STAMP	RETURNING
	iretq

	.section .bss
	.balign	8
	.globl	trial_fault_stamps, trial_fault_entry, trial_fault_value
trial_fault_stamps:
	.skip	32
trial_fault_entry:
	.skip	8
trial_fault_value:
	.skip	8

	.section .note.GNU-stack, "", @progbits
