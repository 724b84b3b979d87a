/* SPDX-License-Identifier: MIT */
/* The firmware's memory map, and what is taken of it while the firmware stays. */
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

/* Read the map as it is now; memory_allocate_map makes room for it before, with some to spare
 * for what becomes of it until it is read last. */
EFI_STATUS memory_read_map(struct memory_map *map);
EFI_STATUS memory_allocate_map(struct memory_map *map);

/* Pages below 4 GiB, zeroed; of loader code, since firmware that enforces permissions makes data
 * not executable. At wanted_phys if they are free there; 0 is anywhere. NULL if there are none. */
void *memory_allocate_low(UINTN size_bytes, EFI_PHYSICAL_ADDRESS wanted_phys);

/* Take most of what is free, and tell info what the machine has: usable is what was taken. Returns
 * why there is none, or NULL. memory_release frees all of it. */
const char *memory_take(struct boot_info *info);
void memory_release(void);

#endif
