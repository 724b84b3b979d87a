/* SPDX-License-Identifier: MIT */
/* What the loader does in its own way on each processor: boot/NAME/efi/processor.c. */
#ifndef BOOT_EFI_PROCESSOR_H
#define BOOT_EFI_PROCESSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boot/boot_info.h"

/* Find QEMU's fw_cfg device where its address is not fixed, and learn from boot services what
 * processor_ready_kernel() adds. Called first. */
void processor_init(void);

/* Copy the command line that QEMU passes where it cannot pass a fw_cfg file, truncated to size - 1
 * characters and terminated, and set its full length. Returns false without one. */
bool processor_read_line(char *line, size_t size, size_t *length);

/* The address at which the machine's memory begins, the same at every start. */
uint64_t processor_memory_begin(void);

/* Add to info what only firmware of this processor describes, and make the kernel, which info
 * follows, ready to run. */
void processor_ready_kernel(char *kernel, struct boot_info *info);

#endif
