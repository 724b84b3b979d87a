/* SPDX-License-Identifier: MIT */
/* Replaces firmware that enters the kernel with 5-level paging and with its usual address in use,
 * which OVMF as distributed never does. Entered by multiboot 1. Sets up long mode with five levels,
 * copies the kernel to PLACE_PHYS, and enters its 64-bit entry point. */
#define PLACE_PHYS 0x2345000

/* Offsets in struct boot_image_header. */
#define IMAGE_BYTES 8
#define MEMORY_BYTES 12
#define ENTRY64_OFFSET 16

#define CR4_PAE_LA57 (1 << 5 | 1 << 12)
#define CR0_PG_PE (1 << 31 | 1 << 0)
#define MSR_EFER 0xc0000080
#define EFER_LME (1 << 8)
#define PAGE_TABLE 0x3          /* present, writable */
#define PAGE_LARGE 0x83
#define PAGE_2M_BYTES 0x200000

	.section .text
	.code32
	.balign 4
	.long 0x1badb002, 0, -0x1badb002        /* multiboot 1 header without requests */

	.globl _start
_start:
	cld
	mov $kernel, %esi
	mov $PLACE_PHYS, %edi
	mov kernel + IMAGE_BYTES, %ecx
	rep movsb
	mov kernel + MEMORY_BYTES, %ecx
	sub kernel + IMAGE_BYTES, %ecx
	xor %eax, %eax
	rep stosb

	/* The low GiB, one to one. */
	movl $(pml4 + PAGE_TABLE), pml5
	movl $(pdpt + PAGE_TABLE), pml4
	movl $(directory + PAGE_TABLE), pdpt
	mov $directory, %edi
	mov $PAGE_LARGE, %eax
	mov $512, %ecx
1:	mov %eax, (%edi)
	add $PAGE_2M_BYTES, %eax
	add $8, %edi
	loop 1b

	mov $CR4_PAE_LA57, %eax
	mov %eax, %cr4
	mov $pml5, %eax
	mov %eax, %cr3
	mov $MSR_EFER, %ecx
	mov $EFER_LME, %eax
	xor %edx, %edx
	wrmsr
	mov $CR0_PG_PE, %eax
	mov %eax, %cr0
	lgdt gdt_pointer
	ljmp $0x08, $2f

	.code64
2:	mov $five_level_info, %edi
	mov $kernel, %eax
	mov ENTRY64_OFFSET(%rax), %eax
	add $PLACE_PHYS, %rax
	jmp *%rax

	.section .data
	.balign 8
gdt:
	.quad 0, 0x00af9b000000ffff
gdt_pointer:
	.short gdt_pointer - gdt - 1
	.long gdt
	.balign 16
kernel:
	.incbin KERNEL_BIN

	.section .bss
	.balign 4096
pml5:
	.skip 4096
pml4:
	.skip 4096
pdpt:
	.skip 4096
directory:
	.skip 4096

	.section .note.GNU-stack, "", @progbits
