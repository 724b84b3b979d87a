/* SPDX-License-Identifier: MIT */
/* The firmware's memory map, and the kernel's memory while boot services stay resident. */
#ifndef BOOT_EFI_MEMORY_H
#define BOOT_EFI_MEMORY_H

#include "boot/boot_info.h"
#include "boot/efi/firmware.h"

struct memory_map {
	EFI_MEMORY_DESCRIPTOR *descriptors;
	UINTN capacity_bytes;
	UINTN bytes;
	UINTN descriptor_bytes;
	UINTN key;
};

/* Read the current memory map. Allocates a buffer if the map has none (zeroed) or has outgrown its
 * buffer. Returns EFI_UNSUPPORTED for descriptors of an impossible size. */
EFI_STATUS memory_read_map(struct memory_map *map);

/* Allocate zeroed pages where the kernel may lie (boot/layout.h), at wanted_phys if it is not 0 and
 * free. The pages have the type of loader code, because firmware that enforces permissions makes
 * data non-executable. Returns NULL without memory. */
void *memory_allocate_low(UINTN size_bytes, EFI_PHYSICAL_ADDRESS wanted_phys);

/* Allocate most of the free memory and describe the machine's memory in info, where the allocated
 * part is usable. Returns NULL or a reason. memory_release frees the allocated part. */
const char *memory_take(struct boot_info *info);
void memory_release(void);

#endif
