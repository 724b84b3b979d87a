/* SPDX-License-Identifier: MIT */
/* What the loader does in its own way on each processor: boot/NAME/efi/processor.c. */
#ifndef BOOT_EFI_PROCESSOR_H
#define BOOT_EFI_PROCESSOR_H

#include <stdint.h>

#include "boot/boot_info.h"

/* Find QEMU's fw_cfg device where its address is not fixed. Before the device is used. */
void processor_find_fw_cfg(void);

/* Add to info what only firmware of this processor describes, and enter the kernel at kernel +
 * entry_offset; info follows the kernel. Does not return. After boot services were exited. */
void processor_enter_kernel(char *kernel, uint32_t entry_offset, struct boot_info *info);

#endif
