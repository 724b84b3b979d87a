/* SPDX-License-Identifier: MIT */
/* What a multiboot loader tells, turned into a boot_info. Pure parsing of memory, whatever is in
 * it: nothing here assumes that the information is well-formed, or that it runs in the kernel. */
#ifndef BOOT_MULTIBOOT_H
#define BOOT_MULTIBOOT_H

#include "boot/boot_info.h"

/* The physical memory that may be read: base_phys to base_phys + size_bytes, mapped in one piece at
 * virt. */
struct multiboot_memory {
	uintptr_t virt;
	uint64_t base_phys;
	uint64_t size_bytes;
};

/* Fill in *info, which the caller has cleared, from the information at info_phys. What is cut,
 * garbled or lies outside the memory is passed over. Where an RSDP lies in the information itself,
 * its place is a LOADER range of the memory map, over what the firmware calls usable. Returns 0, or
 * -EINVAL if not even the fixed first part can be read; then info has no more than its path. */
int multiboot1_parse(const struct multiboot_memory *memory, uint64_t info_phys,
		     struct boot_info *info);
int multiboot2_parse(const struct multiboot_memory *memory, uint64_t info_phys,
		     struct boot_info *info);

#endif
