/* SPDX-License-Identifier: MIT */
/* Multiboot Specification 0.6.96, "Multiboot header": with addresses (flag 16), QEMU also loads a
 * 64-bit ELF file. Long mode maps the first GiB at 0 and at -2 GiB. BASE is the distance from
 * physical to link addresses, and MOVE from link addresses to those at which the code runs. */
#define PHYSICAL(symbol) ((symbol) - BASE)
#define MAGIC 0x1badb002
#define HAS_ADDRESSES (1 << 16)
#define HAS_COMMAND_LINE (1 << 2)
#define CR4_PAE 0x20
#define CR0_PG_PE 0x80000001
#define EFER 0xc0000080
#define EFER_LME 0x100
#define PRESENT_WRITABLE 3
#define LARGE_PAGE 0x80
#define INTERRUPT_GATE 0x8e00
#define EXIT_PORT 0xf4
#ifndef MOVE
#define MOVE 0
#endif
#ifndef END
#define END 0x10
#endif

	.section .boot, "ax"
	.code32
	.balign 4
header:	.long MAGIC, HAS_ADDRESSES, -(MAGIC + HAS_ADDRESSES)
	.long PHYSICAL(header), PHYSICAL(image_start), PHYSICAL(data_end), PHYSICAL(image_end)
	.long PHYSICAL(start)
	.globl start
start:
	cld
	mov %ebx, %esi
	mov $PHYSICAL(page_directory), %edi
	mov $PRESENT_WRITABLE | LARGE_PAGE, %eax
1:	mov %eax, (%edi)
	add $8, %edi
	add $0x200000, %eax
	cmp $0x40000000, %eax
	jb 1b
	movl $PHYSICAL(page_directory) + PRESENT_WRITABLE, PHYSICAL(pointers)
	movl $PHYSICAL(page_directory) + PRESENT_WRITABLE, PHYSICAL(pointers) + 510 * 8
	movl $PHYSICAL(pointers) + PRESENT_WRITABLE, PHYSICAL(top)
	movl $PHYSICAL(pointers) + PRESENT_WRITABLE, PHYSICAL(top) + 511 * 8
	mov $PHYSICAL(top), %eax
	mov %eax, %cr3
	mov $CR4_PAE, %eax
	mov %eax, %cr4
	mov $EFER, %ecx
	xor %edx, %edx
	mov $EFER_LME, %eax
	wrmsr
	mov $CR0_PG_PE, %eax
	mov %eax, %cr0
	lgdt PHYSICAL(gdt_pointer)
	ljmp $8, $PHYSICAL(long_mode)
	.code64
long_mode:
	movabs $virtual + MOVE, %rax
	jmp *%rax

	.text
virtual:
	xor %eax, %eax
	mov %eax, %ss
	mov %eax, %ds
	mov %eax, %es
	mov $stack_top, %rsp
	/* The gate of vector 80h. */
	lea trap_entry(%rip), %rax
	mov $idt + 0x80 * 16, %rdi
	mov %ax, (%rdi)
	movw $8, 2(%rdi)
	movw $INTERRUPT_GATE, 4(%rdi)
	shr $16, %rax
	mov %ax, 6(%rdi)
	shr $16, %rax
	mov %eax, 8(%rdi)
	lidt idt_pointer(%rip)
	mov $no_words, %rdi
	testl $HAS_COMMAND_LINE, (%rsi)
	jz 1f
	mov 16(%rsi), %edi
1:	call kernel_main
#ifndef STAY
	mov $END, %eax
	out %eax, $EXIT_PORT
#endif
2:	hlt
	jmp 2b

	.globl trap_entry
	.type trap_entry, @function
trap_entry:
#ifdef INJECT
	nop
	nop
	nop
#endif
	push %rax
	push %rcx
	push %rdx
	push %rsi
	push %rdi
	push %r8
	push %r9
	push %r10
	push %r11
	call trap_handle
	pop %r11
	pop %r10
	pop %r9
	pop %r8
	pop %rdi
	pop %rsi
	pop %rdx
	pop %rcx
	pop %rax
	iretq
	.size trap_entry, . - trap_entry

	.data
	.balign 8
gdt:	.quad 0, 0x00af9b000000ffff
gdt_pointer:
	.word 15
	.long PHYSICAL(gdt)
	.balign 8
idt_pointer:
	.word 256 * 16 - 1
	.quad idt
no_words:
	.byte 0

	.bss
	.balign 4096
top:	.skip 4096
pointers:
	.skip 4096
page_directory:
	.skip 4096
idt:	.skip 256 * 16
	.skip 16384
stack_top:
	.section .note.GNU-stack, "", @progbits
