/* SPDX-License-Identifier: MIT */
/* Where the kernel lies in memory, and the numbers that its entry code, linker script and C share.
 * Constants only: the C preprocessor, the assembler and (preprocessed) the linker all read it. */
#ifndef BOOT_LAYOUT_H
#define BOOT_LAYOUT_H

/* The image is linked to run at KERNEL_VIRT_BASE plus its physical address, and to be loaded at
 * KERNEL_LOAD_PHYS. The entry code takes any other page-aligned address below 4 GiB too. */
#define KERNEL_VIRT_BASE 0xffffffff80000000
#define KERNEL_LOAD_PHYS 0x100000

/* The image with its bss ends below this when loaded where it was linked. UEFI firmware keeps data
 * of its own from about 8 MiB up (OVMF at 0x806000), and the boot page tables reach no further. */
#define KERNEL_END_PHYS_MAX 0x800000

#define BOOT_STACK_BYTES 16384

/* First bytes of the flat kernel image, "BRELINE1"; struct boot_image_header goes on from there. */
#define BOOT_IMAGE_MAGIC 0x31454e494c455242

/* What names the door the kernel came through: the magic numbers that a multiboot loader leaves in
 * EAX, and one of our own for the EFI loader. */
#define BOOT_MAGIC_MULTIBOOT1 0x2badb002
#define BOOT_MAGIC_MULTIBOOT2 0x36d76289
#define BOOT_MAGIC_EFI 0x42454649

#endif
