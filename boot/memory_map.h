/* SPDX-License-Identifier: MIT */
/* Converts the firmware's memory map to the memory map of a boot_info. All boot paths use this. */
#ifndef BOOT_MEMORY_MAP_H
#define BOOT_MEMORY_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "boot/boot_info.h"

/* Add a range to the sorted table, and merge it with neighbours of its type. Ignores an empty range
 * and addresses beyond 64 bits. A table of BOOT_MEMORY_MAX entries loses as little usable memory as
 * possible: it joins neighbours that are not usable, or drops the smallest usable range and counts
 * it in memory_dropped. */
void boot_memory_add(struct boot_info *info, uint64_t base_phys, uint64_t size_bytes,
		     enum boot_memory_type type);

/* The attributes that descriptors of ordinary memory have in this EFI memory map: write-back, or 0
 * if the firmware reports no free memory as write-back. */
uint64_t boot_memory_efi_wanted(const void *map, size_t map_bytes, size_t descriptor_bytes);

/* Whether a descriptor's attributes are those of ordinary memory. wanted is from
 * boot_memory_efi_wanted. Memory for a specific purpose is not ordinary. */
bool boot_memory_efi_is_plain(uint64_t attributes, uint64_t wanted);

/* Add all descriptors of an EFI memory map as they apply after ExitBootServices, when memory of the
 * loader and of boot services is usable. descriptor_bytes is the firmware's size of a descriptor,
 * which may exceed the specified size. A partial last descriptor is ignored. The memory of runtime
 * services is also added to info->runtime. */
void boot_memory_add_efi(struct boot_info *info, const void *map, size_t map_bytes,
			 size_t descriptor_bytes);

/* Add all descriptors of a map while boot services are resident. Memory of the loader and of boot
 * services is then of the type BOOT_MEMORY_OTHER. Free memory is omitted, because the caller adds
 * it. */
void boot_memory_add_efi_kept(struct boot_info *info, const void *map, size_t map_bytes,
			      size_t descriptor_bytes);

#endif
