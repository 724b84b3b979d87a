/* SPDX-License-Identifier: MIT */
/* What the loader does in its own way on each processor: boot/NAME/efi/processor.c. */
#ifndef BOOT_EFI_PROCESSOR_H
#define BOOT_EFI_PROCESSOR_H

#include <stdint.h>

#include "boot/boot_info.h"

/* Find QEMU's fw_cfg device where its address is not fixed. Before the device is used. */
void processor_find_fw_cfg(void);

/* The address at which the machine's memory begins, the same at every start. */
uint64_t processor_memory_begin(void);

/* Add to info what only firmware of this processor describes, and make the kernel, which info
 * follows, ready to run. */
void processor_ready_kernel(char *kernel, struct boot_info *info);

#endif
