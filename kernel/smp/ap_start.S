/* SPDX-License-Identifier: MIT */
/* An application CPU's start: real mode, protected mode, long mode, kernel. smp.c copies it to a
 * page below 1 MiB, which the final page tables map one to one. In assembly because compilers do
 * not support the first two modes. Intel SDM vol. 3A, "MP Initialization" and "Initializing IA-32e
 * Mode". */
#include "kernel/smp/ap_start.h"

#define CR0_PE 0x01
#define MSR_EFER 0xc0000080

/* Offset of a parameter in the page. */
#define PARAMETER(name) (ap_start_parameters - ap_start + AP_START_##name)

	.section .rodata.ap_start, "a"
	.globl	ap_start, ap_start_32, ap_start_64, ap_start_parameters, ap_start_end

/* CS is the page's segment, IP is 0; nothing else is known. ebx holds the page's address
 * throughout. */
	.code16
ap_start:
	cli
	mov	%cs, %ax
	mov	%ax, %ds
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
