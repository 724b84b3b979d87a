/* SPDX-License-Identifier: MIT */
/* An application CPU's start: real mode, protected mode, long mode, kernel. smp.c copies it to a
 * page below 1 MiB, which the final page tables map one to one. In assembly because compilers do
 * not support the first two modes. Intel SDM vol. 3A, "MP Initialization" and "Initializing IA-32e
 * Mode". */
#include "kernel/x86/smp/ap_start.h"

#define CR0_PE 0x01
#define MSR_EFER 0xc0000080
#define CPUID_TOPOLOGY 0x0b

/* Offset of a parameter in the page. */
#define PARAMETER(name) (ap_start_parameters - ap_start + AP_START_##name)

	.section .rodata.ap_start, "a"
	.globl	ap_start, ap_start_32, ap_start_64, ap_start_parameters, ap_start_end

/* CS is the page's segment, IP is 0; nothing else is known. The CPU adds its APIC ID to the list of
 * those that exist, and waits for its turn. The ID is the x2APIC ID of leaf 0Bh, if that leaf is
 * valid, otherwise the initial APIC ID of leaf 1. Intel SDM vol. 2A, "CPUID—CPU Identification". */
	.code16
ap_start:
	cli
	mov	%cs, %ax
	mov	%ax, %ds
	xor	%eax, %eax
	cpuid
	cmp	$CPUID_TOPOLOGY, %eax
	jb	1f
	mov	$CPUID_TOPOLOGY, %eax
	xor	%ecx, %ecx
	cpuid
	test	%ebx, %ebx
	jnz	2f
1:	mov	$1, %eax
	cpuid
	shr	$24, %ebx
	mov	%ebx, %edx
2:	mov	$1, %eax
	lock xaddl %eax, PARAMETER(PRESENT)
	cmp	$AP_START_PRESENT_MAX, %eax
	jae	3f
	mov	%edx, PARAMETER(PRESENT_IDS)(, %eax, 4)
3:	pause
	cmpl	%edx, PARAMETER(TURN)
	jne	3b

/* ebx holds the page's address from here on. */
	mov	%cs, %ax
	movzwl	%ax, %ebx
	shl	$4, %ebx
	lgdtl	PARAMETER(GDTR)
	mov	%cr0, %eax
	or	$CR0_PE, %al
	mov	%eax, %cr0
	ljmpl	*PARAMETER(ENTRY_32)

	.code32
ap_start_32:
	mov	$AP_START_DATA, %eax
	mov	%eax, %ds
	mov	%eax, %ss
	mov	PARAMETER(CR4)(%ebx), %eax
	mov	%eax, %cr4
	mov	PARAMETER(CR3)(%ebx), %eax
	mov	%eax, %cr3
	mov	$MSR_EFER, %ecx
	mov	PARAMETER(EFER)(%ebx), %eax
	xor	%edx, %edx
	wrmsr
	mov	PARAMETER(CR0)(%ebx), %eax
	mov	%eax, %cr0
	ljmpl	*PARAMETER(ENTRY_64)(%ebx)

/* The zero frame pointer ends a backtrace. */
	.code64
ap_start_64:
	mov	%ebx, %ebx
	mov	PARAMETER(STACK)(%rbx), %rsp
	mov	PARAMETER(ARGUMENT)(%rbx), %rdi
	xor	%ebp, %ebp
	call	*PARAMETER(FUNCTION)(%rbx)
	ud2

	.balign	16
ap_start_parameters:
	.skip	AP_START_BYTES
ap_start_end:

	.section .note.GNU-stack, "", @progbits
