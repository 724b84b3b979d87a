/* SPDX-License-Identifier: MIT */
/* Converts multiboot information to a boot_info. The functions only read memory, accept malformed
 * information, and also run in unit tests. */
#ifndef BOOT_X86_MULTIBOOT_H
#define BOOT_X86_MULTIBOOT_H

#include "boot/boot_info.h"
#include "boot/loader_memory.h"

/* Fill in *info, which the caller has cleared, from the information at info_phys. Truncated,
 * malformed or unreadable parts are skipped. If the information contains an RSDP, its range is
 * added as BOOT_MEMORY_LOADER, which takes precedence over the firmware's usable range. Returns 0,
 * or -EINVAL if the fixed first part is unreadable; then only the path is set. */
int multiboot1_parse(const struct loader_memory *memory, uint64_t info_phys,
		     struct boot_info *info);
int multiboot2_parse(const struct loader_memory *memory, uint64_t info_phys,
		     struct boot_info *info);

#endif
