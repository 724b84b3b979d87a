/* SPDX-License-Identifier: MIT */
/* Calls runtime services of UEFI after ExitBootServices, for the part of bench/platform.h. The
 * firmware's memory is mapped one to one in an address space of its own, so services need no
 * SetVirtualAddressMap(), and the kernel's own tables do not change. UEFI Specification 2.10,
 * section 8, "Services - Runtime Services". */
#ifndef KERNEL_DEV_UEFI_RUNTIME_H
#define KERNEL_DEV_UEFI_RUNTIME_H

#include "boot/boot_info.h"

/* Build the address space, if UEFI left services. Once, after paging_init. */
void uefi_runtime_init(const struct boot_info *info);

#endif
