/* SPDX-License-Identifier: MIT */
/* Converts multiboot information to a boot_info. The functions only read memory, accept malformed
 * information, and also run in unit tests. */
#ifndef BOOT_MULTIBOOT_H
#define BOOT_MULTIBOOT_H

#include "boot/boot_info.h"

/* Readable physical memory from base_phys to base_phys + size_bytes, mapped at virt. */
struct multiboot_memory {
	uintptr_t virt;
	uint64_t base_phys;
	uint64_t size_bytes;
};

/* Fill in *info, which the caller has cleared, from the information at info_phys. Truncated,
 * malformed or unreadable parts are skipped. An RSDP inside the information adds a LOADER range,
 * which takes precedence over the firmware's usable range. Returns 0, or -EINVAL if the fixed first
 * part is unreadable; then only the path is set. */
int multiboot1_parse(const struct multiboot_memory *memory, uint64_t info_phys,
		     struct boot_info *info);
int multiboot2_parse(const struct multiboot_memory *memory, uint64_t info_phys,
		     struct boot_info *info);

#endif
