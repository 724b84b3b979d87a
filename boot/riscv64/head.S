/* SPDX-License-Identifier: MIT */
/* From firmware to C code at the kernel's linked address. The image begins with the header of a
 * Linux Image, so every loader of riscv64 Linux can start it: Linux,
 * Documentation/arch/riscv/boot-image-header.rst. An ELF loader enters at the same code. Entered in
 * S-mode without translation, with the number of this CPU (hart) in a0 and the device tree in a1:
 * RISC-V SBI Specification, "Hart State Management Extension", and Linux,
 * Documentation/arch/riscv/boot.rst, "Register state". The EFI loader enters with memory mapped one
 * to one or without translation.
 *
 * Until the jump to the linked address, symbols are reached relative to the program counter, and so
 * are physical addresses. */
#include "boot/image_header.h"
#include "boot/riscv64/layout.h"
#include "lib/riscv64/control.h"
#include "lib/riscv64/page_format.h"

#define TABLE_BYTES 4096
#define TABLES 2
#define BLOCK_SHIFT 30

/* A leaf that maps anything, and an entry that leads to a table. */
#define LEAF (PTE_VALID | PTE_READ | PTE_WRITABLE | PTE_EXECUTE | PTE_ACCESSED | PTE_DIRTY)
#define TABLE PTE_VALID

/* Image header, field "version": 0.2, which has magic2. */
#define IMAGE_VERSION 2

/* Functions of SBI: Console Putchar of the "Legacy Extensions", and shutdown of the "System Reset
 * Extension". */
#define SBI_LEGACY_PUTCHAR 1
#define SBI_SRST 0x53525354

	.section .boot, "ax"

/* QEMU's ELF loader enters the image at its lowest address, so this must come first. */
	.globl	_start
_start:
	j	start
	.long	0
	.quad	KERNEL_OFFSET		/* load offset from the start of memory */
	.quad	__image_bytes
	.quad	0			/* flags: little-endian */
	.long	IMAGE_VERSION, 0
	.quad	0
	.asciz	"RISCV\0\0"
	.ascii	"RSC\x05"
	.long	0

/* struct boot_image_header. */
	.quad	BOOT_IMAGE_MAGIC
	.long	__load_bytes
	.long	__image_bytes
	.long	start_efi - _start
	.long	0

/* Entered by the EFI loader: a0 is its struct boot_info. */
start_efi:
	mv	a1, a0
	li	s4, 1
	j	1f

start:
	li	s4, 0

/* a1 is the device tree, or struct boot_info if s4 is 1. */
1:	csrw	sie, zero
	csrci	sstatus, SSTATUS_SIE
	mv	s1, a0			/* the CPU */
	mv	s2, a1
	call	fill_tables
	call	enable_translation
	la	s3, __image_start
	ld	t0, linked_address
	jr	t0

at_linked_address:
	la	sp, boot_stack_top
	mv	s0, zero		/* end of the backtrace */
	la	t0, __bss_start
	la	t1, __bss_end
1:	sd	zero, 0(t0)
	sd	zero, 8(t0)
	addi	t0, t0, 16
	bltu	t0, t1, 1b
	la	t0, kernel_phys_base
	sd	s3, (t0)
	mv	a0, s2
	mv	a1, s4
	mv	a2, s1
	call	boot_main
	unimp				/* keeps the return address inside this symbol */

	.balign	8
linked_address:
	.quad	at_linked_address
secondary_linked_address:
	.quad	secondary_at_linked_address

/* An application CPU, by SBI: a1 is the physical address of four words, which are its stack, its
 * function, the function's argument, and satp for the kernel's tables. The image has the same
 * address in both tables. */
	.globl	secondary_start
secondary_start:
	csrw	sie, zero
	csrci	sstatus, SSTATUS_SIE
	mv	s2, a1
	call	enable_translation
	ld	s3, 0(s2)
	ld	s4, 8(s2)
	ld	a0, 16(s2)
	ld	s5, 24(s2)
	ld	t0, secondary_linked_address
	jr	t0

secondary_at_linked_address:
	sfence.vma
	csrw	satp, s5
	sfence.vma
	mv	sp, s3
	mv	s0, zero
	jr	s4

/* Entered by the EFI loader to resume the kernel. a0 is what a1 is for secondary_start. */
	.globl	resume_start
resume_start:
	mv	a1, a0
	j	secondary_start

/* void leave_kernel(struct world *firmware, uint64_t resume_phys): enter the firmware at
 * resume_phys, on the boot path's tables. Called at the linked address. Does not return. */
	.globl	leave_kernel
leave_kernel:
	csrci	sstatus, SSTATUS_SIE
	csrw	sie, zero
	la	t0, boot_root
	la	t1, __image_start
	sub	t0, t0, t1
	la	t1, kernel_phys_base
	ld	t1, (t1)
	add	t0, t0, t1
	srli	t0, t0, 12
	li	t1, SATP_MODE_SV39 << SATP_MODE_SHIFT
	or	t0, t0, t1
	csrw	satp, t0
	sfence.vma
	jr	a1

/* Turn translation on with the boot path's tables. A CPU without Sv39 ignores the write of satp.
 * The machine is then switched off, with a message. Changes t0 and t1. */
enable_translation:
	la	t0, boot_root
	srli	t0, t0, 12
	li	t1, SATP_MODE_SV39 << SATP_MODE_SHIFT
	or	t0, t0, t1
	sfence.vma
	csrw	satp, t0
	sfence.vma
	csrr	t1, satp
	bne	t0, t1, 1f
	ret
1:	la	s1, without_sv39
2:	lbu	a0, (s1)
	beqz	a0, 3f
	li	a7, SBI_LEGACY_PUTCHAR
	ecall
	addi	s1, s1, 1
	j	2b
3:	li	a0, 0
	li	a1, 0
	li	a6, 0
	li	a7, SBI_SRST
	ecall
4:	wfi
	j	4b

without_sv39:
	.ascii	"\r\nBareline: the CPU has no translation of 39 bits (Sv39), "
	.asciz	"which this kernel needs\r\n"
	.balign	4

/* Map the first 256 GiB one to one, and the image at its linked address. Changes t0 to t6. */
fill_tables:
	la	t0, boot_root
	li	t1, TABLES * TABLE_BYTES
	add	t1, t0, t1
1:	sd	zero, (t0)
	addi	t0, t0, 8
	bltu	t0, t1, 1b

	la	t0, boot_root
	li	t6, TABLE_BYTES
	add	t5, t0, t6				/* the table of the image */
	srli	t2, t5, PTE_ADDRESS_SHIFT
	ori	t2, t2, TABLE
	li	t4, 510 * 8
	add	t4, t0, t4
	sd	t2, (t4)

	li	t2, LEAF
	li	t4, BOOT_BLOCKS
	li	t6, 1 << (BLOCK_SHIFT - PTE_ADDRESS_SHIFT)
1:	sd	t2, (t0)
	addi	t0, t0, 8
	add	t2, t2, t6
	addi	t4, t4, -1
	bnez	t4, 1b

	la	t2, __image_start
	srli	t2, t2, PTE_ADDRESS_SHIFT
	ori	t2, t2, LEAF
	li	t4, KERNEL_BYTES_MAX >> 21
	li	t6, 1 << (21 - PTE_ADDRESS_SHIFT)
	addi	t5, t5, KERNEL_OFFSET >> 21 << 3
1:	sd	t2, (t5)
	addi	t5, t5, 8
	add	t2, t2, t6
	addi	t4, t4, -1
	bnez	t4, 1b
	ret

	.section .data
	.balign 8
	.globl	kernel_phys_base
kernel_phys_base:
	.quad	0

	.section .boot_tables, "aw", %nobits
	.balign	TABLE_BYTES
boot_root:
	.skip	TABLES * TABLE_BYTES
	.globl	boot_stack_guard, boot_stack, boot_stack_top
boot_stack_guard:
	.skip	TABLE_BYTES
boot_stack:
	.skip	BOOT_STACK_BYTES
boot_stack_top:

	.section .note.GNU-stack, "", %progbits
