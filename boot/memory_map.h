/* SPDX-License-Identifier: MIT */
/* Filling in a boot_info's memory map, from whichever description the firmware gave. Shared by the
 * multiboot parser and the EFI loader. */
#ifndef BOOT_MEMORY_MAP_H
#define BOOT_MEMORY_MAP_H

#include <stddef.h>

#include "boot/boot_info.h"

/* Add a range, joined with the last one if it continues that and is of its type. Empty ranges, and
 * what lies beyond the 64-bit address space, are left out; a range that does not fit into the table
 * is counted in memory_dropped. */
void boot_memory_add(struct boot_info *info, uint64_t base_phys, uint64_t size_bytes,
		     enum boot_memory_type type);

/* Add every descriptor of an EFI memory map as it holds after ExitBootServices: what the loader and
 * the boot services used is usable. descriptor_bytes is the firmware's own size of a descriptor, at
 * least that of the specification's. Bytes behind the last whole descriptor are ignored. */
void boot_memory_add_efi(struct boot_info *info, const void *map, size_t map_bytes,
			 size_t descriptor_bytes);

/* The same of a map as it holds while the boot services are there: what would be usable without
 * them is not ours, and what is free is left out, for the caller to add what of it was
 * allocated. */
void boot_memory_add_efi_kept(struct boot_info *info, const void *map, size_t map_bytes,
			      size_t descriptor_bytes);

#endif
