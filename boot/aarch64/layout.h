/* SPDX-License-Identifier: MIT */
/* Addresses that entry code, linker script and C share. Preprocessor constants only, because the
 * assembler and the linker script read this file too. */
#ifndef BOOT_AARCH64_LAYOUT_H
#define BOOT_AARCH64_LAYOUT_H

/* The image is linked at KERNEL_VIRT_BASE plus KERNEL_OFFSET, which is its offset from a multiple
 * of 1 GiB where QEMU's virt machine loads it. The entry code accepts any multiple of 2 MiB below
 * 512 GiB. */
#define KERNEL_VIRT_BASE 0xffffffff80000000
#define KERNEL_OFFSET 0x200000
#define KERNEL_LOAD_PHYS 0x40200000
#define KERNEL_ADDRESS_MAX 0x7fffffffff
#define KERNEL_ALIGN_BYTES 0x200000
#define KERNEL_HEADER_OFFSET 64         /* the header of a Linux Image precedes ours */

/* Limit of the image with its bss, because the boot path's tables end here. */
#define KERNEL_BYTES_MAX 0x1000000

#define BOOT_STACK_BYTES 16384

#endif
