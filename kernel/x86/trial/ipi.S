/* SPDX-License-Identifier: MIT */
/* Handler of another CPU's interrupt. The handler is in assembly because its first instructions are
 * timed. The three before the time stamp save the registers that the handler uses. It preserves all
 * registers. The stamp is stored before the word that announces it. x86 does not reorder stores. */
#include "kernel/x86/cpu/stamp.inc"

#define MSR_X2APIC_EOI 0x80b

.macro ENTER
	push	%rax
	push	%rcx
	push	%rdx
	STAMP	trial_ipi_entered
	movl	$1, trial_ipi_has_run(%rip)
.endm

.macro LEAVE
	pop	%rdx
	pop	%rcx
	pop	%rax
	iretq
.endm

	.section .text.trial, "ax"

	.globl	trial_ipi_enter_xapic
trial_ipi_enter_xapic:
	ENTER
	mov	trial_eoi_register(%rip), %rcx
	movl	$0, (%rcx)
	LEAVE

	.globl	trial_ipi_enter_x2apic
trial_ipi_enter_x2apic:
	ENTER
	mov	$MSR_X2APIC_EOI, %ecx
	xor	%eax, %eax
	xor	%edx, %edx
	wrmsr
	LEAVE

	.section .bss
	.balign	64
	.globl	trial_ipi_entered, trial_ipi_has_run
trial_ipi_entered:
	.skip	8
trial_ipi_has_run:
	.skip	4
	.balign	64

	.section .note.GNU-stack, "", @progbits
