/* SPDX-License-Identifier: MIT */
/* The start of BOOTRISCV64.EFI. Its first page has two headers. UEFI reads the header of a PE file:
 * Microsoft, "PE Format". Loaders of Linux read the header of an Image: Linux,
 * Documentation/arch/riscv/boot-image-header.rst. The first instruction reads "MZ" and sets a
 * register that nothing reads. It has two bytes, so this file needs a CPU with the "C"
 * extension. */
#include "boot/riscv64/layout.h"

#define PAGE_BYTES 4096
#define FILE_ALIGN_BYTES 512
#define MACHINE_RISCV64 0x5064
#define PE32_PLUS 0x20b
#define SUBSYSTEM_EFI_APPLICATION 10

/* Image header, field "version": 0.2, which has magic2. */
#define IMAGE_VERSION 2

/* "Characteristics": executable, without line numbers, symbols or debugging information. */
#define FILE_CHARACTERISTICS 0x20e

/* "DLL Characteristics": no section is writable and executable. */
#define NX_COMPAT 0x100

/* "Section Flags". */
#define SECTION_CODE 0x60000020
#define SECTION_DATA 0xc0000040

/* RISC-V ABIs Specification, "Relocations". */
#define R_RISCV_RELATIVE 3
#define RELA_BYTES 24

/* A value of the linker script. The linker has no static relocation for the value itself, only for
 * its difference from the address of this header, which is 0. */
	.macro	value symbols:vararg
	.irp	symbol, \symbols
	.long	\symbol - efi_header
	.endr
	.endm

	.section .header, "ax"
	.globl	efi_header
efi_header:
	.option	push
	.option	rvc
	c.li	s4, -13
	.option	pop
	j	start_image
	.balign	8
	.quad	KERNEL_OFFSET		/* load offset from the start of memory */
	.quad	KERNEL_ALIGN_BYTES + KERNEL_BYTES_MAX
	.quad	0			/* flags: little-endian */
	.long	IMAGE_VERSION, 0
	.quad	0
	.asciz	"RISCV\0\0"
	.ascii	"RSC\x05"
	.long	pe_header - efi_header

	.balign	8
pe_header:
	.ascii	"PE\0\0"
	.short	MACHINE_RISCV64
	.short	(sections_end - sections) / 40
	.long	0, 0, 0			/* time and symbols */
	.short	sections - optional_header
	.short	FILE_CHARACTERISTICS

optional_header:
	.short	PE32_PLUS
	.short	0
	value	__code_bytes, __data_bytes
	.long	0
	value	__entry
	.long	PAGE_BYTES		/* offset of the code */
	.quad	0			/* base address: any */
	.long	PAGE_BYTES, FILE_ALIGN_BYTES
	.short	0, 0, 0, 0, 0, 0	/* versions */
	.long	0
	value	__memory_bytes
	.long	PAGE_BYTES		/* size of the headers */
	.long	0			/* checksum */
	.short	SUBSYSTEM_EFI_APPLICATION, NX_COMPAT
	.quad	0, 0, 0, 0		/* stack and heap, which are the firmware's */
	.long	0
	.long	6			/* data directories, all empty */
	.quad	0, 0, 0, 0, 0, 0

sections:
	.ascii	".text\0\0\0"
	value	__code_bytes
	.long	PAGE_BYTES
	value	__code_bytes
	.long	PAGE_BYTES
	.long	0, 0, 0
	.long	SECTION_CODE
	.ascii	".data\0\0\0"
	value	__data_memory_bytes, __data_begin, __data_bytes, __data_begin
	.long	0, 0, 0
	.long	SECTION_DATA
sections_end:

/* Entered as a Linux Image, at a multiple of 2 MiB, without translation. a0 and a1 are for the
 * kernel. Moves the kernel up to the next multiple and enters it. The move begins at the end,
 * because the two places may overlap. */
	.balign	4
start_image:
	lla	t0, efi_kernel
	lla	t1, __kernel_end
	lla	t2, efi_header
	li	t3, KERNEL_ALIGN_BYTES
	add	t2, t2, t3
	sub	t3, t1, t0
	add	t3, t2, t3
1:	addi	t1, t1, -8
	addi	t3, t3, -8
	ld	t4, (t1)
	sd	t4, (t3)
	bne	t1, t0, 1b
	fence.i
	jr	t2

/* Entered with the image's handle and the system table. Adds the load address to each relocated
 * word. Then calls efi_main, which returns to the firmware. */
	.section .text.entry, "ax"
	.globl	efi_entry
efi_entry:
	lla	t0, efi_header
	lla	t1, __rela_begin
	lla	t2, __rela_end
	li	t3, R_RISCV_RELATIVE
1:	bgeu	t1, t2, 2f
	ld	t4, (t1)
	lw	t5, 8(t1)
	ld	t6, 16(t1)
	addi	t1, t1, RELA_BYTES
	bne	t5, t3, 1b
	add	t6, t6, t0
	add	t4, t4, t0
	sd	t6, (t4)
	j	1b
2:	tail	efi_main

	.section .note.GNU-stack, "", %progbits
