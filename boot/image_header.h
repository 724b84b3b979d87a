/* SPDX-License-Identifier: MIT */
/* Header in the flat kernel image, KERNEL_HEADER_OFFSET bytes after its start (boot/layout.h). The
 * EFI loader copies image_bytes to a multiple of KERNEL_ALIGN_BYTES, up to KERNEL_ADDRESS_MAX,
 * clears the rest of memory_bytes, and jumps to entry_offset with the address of a struct
 * boot_info, on x86-64 in %rdi, on aarch64 in x0, on riscv64 in a0. Requirements: interrupts off,
 * any stack. On x86-64: long mode, and the low 4 GiB mapped one to one. On aarch64 and riscv64: the
 * kernel's memory mapped one to one. On aarch64 also: image and struct boot_info cleaned from the
 * caches. Assembly and C read this file. */
#ifndef BOOT_IMAGE_HEADER_H
#define BOOT_IMAGE_HEADER_H

/* "BRELINE1" */
#define BOOT_IMAGE_MAGIC 0x31454e494c455242

#ifndef __ASSEMBLER__
#include <stdint.h>

struct boot_image_header {
	uint64_t magic;                 /* BOOT_IMAGE_MAGIC */
	uint32_t image_bytes;
	uint32_t memory_bytes;
	uint32_t entry_offset;
	uint32_t reserved;
};
#endif

#endif
