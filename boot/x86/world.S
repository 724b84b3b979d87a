/* SPDX-License-Identifier: MIT */
/* The world switch: see world.h. It is in assembly because it replaces stack, page tables and
 * segments. Intel SDM vol. 3A, "Control Registers", "Task-State Segment (TSS) in 64-bit Mode" and
 * "Interrupt Stack Frame". */
#include "boot/x86/world.h"

#define MSR_EFER 0xc0000080
#define MSR_FS_BASE 0xc0000100
#define MSR_GS_BASE 0xc0000101
#define CR0_EM (1 << 2)
#define CR0_TS (1 << 3)
#define CR0_WP (1 << 16)
#define CR4_PGE (1 << 7)
#define FLAGS_FIXED (1 << 1)
#define DESCRIPTOR_TYPE_BYTE 5
#define TSS_BUSY (1 << 1)

/* %rdi = world. Changes %rax, %rcx and %rdx. */
	.macro save_msr msr, offset
	mov $\msr, %ecx
	rdmsr
	mov %eax, \offset(%rdi)
	mov %edx, \offset + 4(%rdi)
	.endm

	.macro load_msr msr, offset, world
	mov $\msr, %ecx
	mov \offset(\world), %eax
	mov \offset + 4(\world), %edx
	wrmsr
	.endm

	.section .text.world, "ax"
	.globl world_switch, world_resume, world_code, world_code_end
world_code:

/* %rdi = save, %rsi = target, %rdx = argument, %rcx = bridge, %r8 = alias. */
world_switch:
	push %rbx
	push %rbp
	push %r12
	push %r13
	push %r14
	push %r15
	pushfq
	pushq $FLAGS_FIXED                      /* with NT, IRET faults */
	popfq
	mov %rdx, %r9
	mov %rcx, %r10
	mov %rdi, WORLD_SELF(%rdi)
	mov %rsp, WORLD_RSP(%rdi)
	lea .Lresumed(%rip), %rax
	mov %rax, WORLD_RIP(%rdi)
	mov %cr0, %rax
	mov %rax, WORLD_CR0(%rdi)
	and $~(CR0_EM | CR0_TS), %eax           /* with them, FXSAVE and FXRSTOR fault */
	mov %rax, %cr0
	mov %cr3, %rax
	mov %rax, WORLD_CR3(%rdi)
	mov %cr4, %rax
	mov %rax, WORLD_CR4(%rdi)
	save_msr MSR_EFER, WORLD_EFER
	save_msr MSR_FS_BASE, WORLD_FS_BASE
	save_msr MSR_GS_BASE, WORLD_GS_BASE
	sgdt WORLD_GDTR(%rdi)
	sidt WORLD_IDTR(%rdi)
	mov %cs, WORLD_CS(%rdi)
	mov %ss, WORLD_SS(%rdi)
	mov %ds, WORLD_DS(%rdi)
	mov %es, WORLD_ES(%rdi)
	mov %fs, WORLD_FS(%rdi)
	mov %gs, WORLD_GS(%rdi)
	str WORLD_TR(%rdi)
	sldt WORLD_LDTR(%rdi)
	fxsave64 WORLD_FLOATING_POINT(%rdi)

	/* Flush global translations, because they must not be used with the other side's tables. */
	mov WORLD_CR4(%r10), %rdx
	and $~CR4_PGE, %rdx
	mov WORLD_CR3(%r10), %rcx
	mov %r9, %rdi
	lea .Lcross(%rip), %rax
	add %r8, %rax
	jmp *%rax
.Lcross:
	mov %rdx, %cr4
	mov %rcx, %cr3
	jmp *%rsi

/* %rdi = the world, with the firmware's tables. Load EFER first, because these tables may need its
 * NXE bit. */
world_resume:
	load_msr MSR_EFER, WORLD_EFER, %rdi
	mov WORLD_SELF(%rdi), %rsi
	mov WORLD_CR4(%rdi), %rbx
	mov WORLD_CR3(%rdi), %rax
	mov %rax, %cr3
	mov %rbx, %cr4
	lgdt WORLD_GDTR(%rsi)
	lidt WORLD_IDTR(%rsi)
	mov WORLD_SS(%rsi), %ss
	mov WORLD_DS(%rsi), %ds
	mov WORLD_ES(%rsi), %es
	mov WORLD_FS(%rsi), %fs
	mov WORLD_GS(%rsi), %gs
	lldt WORLD_LDTR(%rsi)
	fxrstor64 WORLD_FLOATING_POINT(%rsi)    /* before CR0, which may forbid it */

	/* LTR rejects a busy segment. The saved segment is busy, and its descriptor may be
	 * write-protected. A selector beyond the table means an emptied task register
	 * (boot/x86/efi/state_cpu.c). */
	mov WORLD_CR0(%rsi), %rbx
	mov %rbx, %rax
	and $~CR0_WP, %rax
	mov %rax, %cr0
	movzwl WORLD_TR(%rsi), %eax
	and $~7, %eax
	jz 1f
	cmp WORLD_GDTR(%rsi), %ax
	jae 1f
	add WORLD_GDTR + 2(%rsi), %rax
	andb $~TSS_BUSY, DESCRIPTOR_TYPE_BYTE(%rax)
	ltr WORLD_TR(%rsi)
1:	mov %rbx, %cr0
	load_msr MSR_FS_BASE, WORLD_FS_BASE, %rsi
	load_msr MSR_GS_BASE, WORLD_GS_BASE, %rsi

	/* IRET, because it unblocks NMIs: an NMI may have led here. */
	mov WORLD_RSP(%rsi), %rsp
	mov %rsp, %rax
	movzwl WORLD_SS(%rsi), %ecx
	push %rcx
	push %rax
	pushq $FLAGS_FIXED
	movzwl WORLD_CS(%rsi), %ecx
	push %rcx
	pushq WORLD_RIP(%rsi)
	iretq
.Lresumed:
	popfq
	pop %r15
	pop %r14
	pop %r13
	pop %r12
	pop %rbp
	pop %rbx
	ret
world_code_end:

	.section .note.GNU-stack, "", @progbits
