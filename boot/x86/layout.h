/* SPDX-License-Identifier: MIT */
/* Addresses and constants that entry code, linker script and C share. Preprocessor constants only,
 * because the assembler and the linker script read this file too. */
#ifndef BOOT_X86_LAYOUT_H
#define BOOT_X86_LAYOUT_H

/* The image is linked at KERNEL_VIRT_BASE plus its physical address, for loading at
 * KERNEL_LOAD_PHYS. The entry code accepts any page-aligned load address below 4 GiB. */
#define KERNEL_VIRT_BASE 0xffffffff80000000
#define KERNEL_LOAD_PHYS 0x100000
#define KERNEL_ADDRESS_MAX 0xffffffff
#define KERNEL_ALIGN_BYTES 0x1000
#define KERNEL_HEADER_OFFSET 0

/* Limit of the image with its bss when loaded at KERNEL_LOAD_PHYS. UEFI firmware uses memory from
 * about 8 MiB up (OVMF at 0x806000), and the boot page tables end here. */
#define KERNEL_END_PHYS_MAX 0x800000

#define BOOT_STACK_BYTES 16384

/* How the kernel was booted: the magic numbers that multiboot loaders leave in EAX, and two numbers
 * of our own for the loader and PVH. */
#define BOOT_MAGIC_MULTIBOOT1 0x2badb002
#define BOOT_MAGIC_MULTIBOOT2 0x36d76289
#define BOOT_MAGIC_EFI 0x42454649
#define BOOT_MAGIC_PVH 0x42505648

#endif
