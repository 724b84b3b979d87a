/* SPDX-License-Identifier: MIT */
/* Idle loops in which the CPU sleeps: a pass sleeps until an interrupt. Interrupts are enabled only
 * while the CPU sleeps, because otherwise one could arrive between the end of a pass and the sleep
 * that the interrupt must end. STI takes effect after the next instruction. In assembly STI and the
 * sleeping instruction stay together. */
#include "bench/idle/loop.h"
#include "bench/idle/loop_x86.inc"
#include "kernel/x86/cpu/vector.h"
#include "kernel/x86/cpu/stamp.inc"

.macro WAIT_HLT
	sti
	hlt
	cli
.endm

/* MONITOR's address is in rax, MWAIT's hint 0 (C1) in eax; extensions and hints in ecx and edx are
 * 0. Intel SDM vol. 2B, "MONITOR—Set Up Monitor Address", "MWAIT—Monitor Wait". */
.macro WAIT_MWAIT
	lea	IDLE_LOOP_DOORBELL(%rdi), %rax
	xor	%ecx, %ecx
	xor	%edx, %edx
	monitor
	xor	%eax, %eax
	sti
	mwait
	cli
.endm

	.section .text.idle, "ax"
	.globl	idle_loop_hlt
	.balign	64
idle_loop_hlt:
	IDLE_LOOP WAIT_HLT

	.globl	idle_loop_mwait
	.balign	64
idle_loop_mwait:
	IDLE_LOOP WAIT_MWAIT

/* The stack holds the CPU's frame; the normal stub continues below it. */
	.globl	idle_enter_stamped
idle_enter_stamped:
	push	%rax
	push	%rdx
	STAMP	idle_entered_tsc
	pop	%rdx
	pop	%rax
	jmp	isr_stubs + VECTOR_TRIAL * ISR_STUB_BYTES

	.section .bss
	.balign	8
	.globl	idle_entered_tsc
idle_entered_tsc:
	.skip	8

	.section .note.GNU-stack, "", @progbits
