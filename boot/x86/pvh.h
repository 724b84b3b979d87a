/* SPDX-License-Identifier: MIT */
/* Converts the start information of PVH to a boot_info. Hypervisors enter a kernel this way without
 * firmware: Firecracker, Cloud Hypervisor, Xen, QEMU. */
#ifndef BOOT_X86_PVH_H
#define BOOT_X86_PVH_H

#include "boot/boot_info.h"
#include "boot/loader_memory.h"

/* Fill in *info, which the caller has cleared, from the start information at info_phys. Unreadable
 * parts are skipped. Version 0 has no memory map. Returns 0, or -EINVAL if the fixed first part is
 * unreadable or has another magic number; then only the path is set. */
int pvh_parse(const struct loader_memory *memory, uint64_t info_phys, struct boot_info *info);

#endif
