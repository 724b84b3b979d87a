/* SPDX-License-Identifier: MIT */
/* A boot loader that is an ELF file for Multiboot and embeds the toy as a flat image, KERNEL. The
 * loader copies the toy to LOAD and starts it at ENTRY with its own Multiboot information. */
#define MAGIC 0x1badb002
#define HAS_COMMAND_LINE (1 << 2)

	.text
	.code32
	.balign 4
	.long MAGIC, HAS_COMMAND_LINE, -(MAGIC + HAS_COMMAND_LINE)
	.globl start
	.type start, @function
start:
	cld
	mov $kernel, %esi
	mov $LOAD, %edi
	mov $kernel_end - kernel, %ecx
	rep movsb
	mov $ENTRY, %eax
	jmp *%eax
	.size start, . - start

	.data
kernel:	.incbin KERNEL
kernel_end:
	.section .note.GNU-stack, "", @progbits
