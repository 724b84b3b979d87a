/* SPDX-License-Identifier: MIT */
/* Multiboot Specification 0.6.96: the loader enters in protected mode, without a usable GDT. */
#define MAGIC 0x1badb002
#define HAS_COMMAND_LINE (1 << 2)
#define INTERRUPT_GATE 0x8e00
#define EXIT_PORT 0xf4
#define END 0x10

	.section .boot, "ax"
	.balign 4
	.long MAGIC, 0, -MAGIC
	.globl start
start:
	cld
	mov $stack_top, %esp
	lgdt gdt_pointer
	ljmp $8, $1f
1:	mov $16, %eax
	mov %eax, %ss
	mov %eax, %ds
	mov %eax, %es
	/* The gate of vector 80h. */
	mov $trap_entry, %eax
	mov $idt + 0x80 * 8, %edi
	mov %ax, (%edi)
	movw $8, 2(%edi)
	movw $INTERRUPT_GATE, 4(%edi)
	shr $16, %eax
	mov %ax, 6(%edi)
	lidt idt_pointer
	mov $no_words, %eax
	testl $HAS_COMMAND_LINE, (%ebx)
	jz 1f
	mov 16(%ebx), %eax
1:	push %eax
	call kernel_main
	mov $END, %eax
	out %eax, $EXIT_PORT
2:	hlt
	jmp 2b

	.text
	.globl trap_entry
	.type trap_entry, @function
trap_entry:
#ifdef INJECT
	nop
	nop
	nop
#endif
	pusha
	call trap_handle
	popa
	iret
	.size trap_entry, . - trap_entry

	.data
	.balign 8
gdt:	.quad 0, 0x00cf9b000000ffff, 0x00cf93000000ffff
gdt_pointer:
	.word 23
	.long gdt
	.balign 4
idt_pointer:
	.word 256 * 8 - 1
	.long idt
no_words:
	.byte 0

	.bss
	.balign 16
idt:	.skip 256 * 8
	.skip 16384
stack_top:
	.section .note.GNU-stack, "", @progbits
