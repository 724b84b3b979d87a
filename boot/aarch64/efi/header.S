/* SPDX-License-Identifier: MIT */
/* The start of BOOTAA64.EFI. Its first page has two headers. UEFI reads the header of a PE file:
 * Microsoft, "PE Format". Loaders of Linux read the header of an Image, and load the file so that
 * the kernel in it is at a multiple of 2 MiB and begins at once: Linux, Documentation/arch/arm64/
 * booting.rst, "Call the kernel image". The first instruction reads "MZ" and does nothing. */
#include "boot/aarch64/layout.h"

#define PAGE_BYTES 4096
#define FILE_ALIGN_BYTES 512
#define MACHINE_ARM64 0xaa64
#define PE32_PLUS 0x20b
#define SUBSYSTEM_EFI_APPLICATION 10

/* "Characteristics": executable, without line numbers, symbols or debugging information. */
#define FILE_CHARACTERISTICS 0x20e

/* "DLL Characteristics": no section is writable and executable. */
#define NX_COMPAT 0x100

/* "Section Flags". */
#define SECTION_CODE 0x60000020
#define SECTION_DATA 0xc0000040

/* ELF for the Arm 64-bit Architecture, "Dynamic relocations". */
#define R_AARCH64_RELATIVE 1027
#define RELA_BYTES 24

	.section .header, "ax"
	.globl	efi_header
efi_header:
	ccmp	x18, #0, #13, pl
	b	efi_kernel
	.long	__text_offset, 0
	.long	__image_bytes, 0
	.quad	0xa			/* little-endian, pages of 4 KiB, anywhere in memory */
	.quad	0, 0, 0
	.ascii	"ARM\x64"
	.long	pe_header - efi_header

	.balign	8
pe_header:
	.ascii	"PE\0\0"
	.short	MACHINE_ARM64
	.short	(sections_end - sections) / 40
	.long	0, 0, 0			/* time and symbols */
	.short	sections - optional_header
	.short	FILE_CHARACTERISTICS

optional_header:
	.short	PE32_PLUS
	.short	0
	.long	__code_bytes
	.long	__data_bytes
	.long	0
	.long	__entry
	.long	PAGE_BYTES		/* offset of the code */
	.quad	0			/* base address: any */
	.long	PAGE_BYTES, FILE_ALIGN_BYTES
	.short	0, 0, 0, 0, 0, 0	/* versions */
	.long	0
	.long	__memory_bytes
	.long	PAGE_BYTES		/* size of the headers */
	.long	0			/* checksum */
	.short	SUBSYSTEM_EFI_APPLICATION, NX_COMPAT
	.quad	0, 0, 0, 0		/* stack and heap, which are the firmware's */
	.long	0
	.long	6			/* data directories, all empty */
	.quad	0, 0, 0, 0, 0, 0

sections:
	.ascii	".text\0\0\0"
	.long	__code_bytes, PAGE_BYTES, __code_bytes, PAGE_BYTES
	.long	0, 0, 0
	.long	SECTION_CODE
	.ascii	".data\0\0\0"
	.long	__data_memory_bytes, __data_begin, __data_bytes, __data_begin
	.long	0, 0, 0
	.long	SECTION_DATA
sections_end:

/* Entered with the image's handle and the system table. Adds the load address to each relocated
 * word. Then calls efi_main, which returns to the firmware. */
	.section .text.entry, "ax"
	.globl	efi_entry
efi_entry:
	adrp	x2, efi_header
	adrp	x3, __rela_begin
	add	x3, x3, :lo12:__rela_begin
	adrp	x4, __rela_end
	add	x4, x4, :lo12:__rela_end
1:	cmp	x3, x4
	b.hs	efi_main
	ldp	x5, x6, [x3]
	ldr	x7, [x3, #16]
	add	x3, x3, #RELA_BYTES
	cmp	w6, #R_AARCH64_RELATIVE
	b.ne	1b
	add	x7, x7, x2
	str	x7, [x2, x5]
	b	1b

	.section .note.GNU-stack, "", %progbits
