/* SPDX-License-Identifier: MIT */
/* Takes a CPU that the firmware started from long mode on the firmware's page tables to the
 * kernel's page tables, at an address that both map. It is in assembly because the stack
 * changes. */
#include "kernel/x86/smp/adopt.h"

#define MSR_EFER 0xc0000080
#define FLAGS_FIXED (1 << 1)
#define DR7_RESET 0x400                 /* no breakpoints */

	.section .text.smp_adopt, "ax"
	.globl smp_adopt, smp_adopt_end

/* %rdi = physical address of a struct smp_adoption. The zero frame pointer ends a backtrace. */
smp_adopt:
	cli
	mov $DR7_RESET, %eax
	mov %rax, %dr7
	mov $MSR_EFER, %ecx
	mov SMP_ADOPTION_EFER(%rdi), %eax
	xor %edx, %edx
	wrmsr
	mov SMP_ADOPTION_CR0(%rdi), %rax
	mov SMP_ADOPTION_CR3(%rdi), %rbx
	mov SMP_ADOPTION_CR4(%rdi), %rcx
	mov SMP_ADOPTION_STACK(%rdi), %rdx
	mov SMP_ADOPTION_FUNCTION(%rdi), %rsi
	mov SMP_ADOPTION_ARGUMENT(%rdi), %rdi
	mov %rbx, %cr3
	mov %rcx, %cr4
	mov %rax, %cr0
	mov %rdx, %rsp
	pushq $FLAGS_FIXED
	popfq
	xor %ebp, %ebp
	call *%rsi
	ud2
smp_adopt_end:

	.section .note.GNU-stack, "", @progbits
