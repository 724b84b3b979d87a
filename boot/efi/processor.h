/* SPDX-License-Identifier: MIT */
/* What the loader does differently on each processor: boot/NAME/efi/processor.c. */
#ifndef BOOT_EFI_PROCESSOR_H
#define BOOT_EFI_PROCESSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boot/boot_info.h"

/* If the address of QEMU's fw_cfg device is not fixed, find the device. Learn from boot services
 * what processor_ready_kernel() adds. Called first. */
void processor_init(void);

/* Copy the command line from QEMU, for machines where QEMU cannot pass a fw_cfg file. The copy is
 * truncated to size - 1 characters and terminated. Sets the line's full length. Returns false
 * without a command line. */
bool processor_read_line(char *line, size_t size, size_t *length);

/* The address at which the machine's memory begins, the same at every start. */
uint64_t processor_memory_begin(void);

/* What Linux for this processor needs. */
struct processor_linux {
	const char *parameters;         /* each with a space before it */
	size_t line_max;                /* a longer command line is truncated by Linux */
};

struct processor_linux processor_linux(void);

/* Add to info what only the firmware of this processor describes. Make the kernel, which info
 * follows, ready to run. */
void processor_ready_kernel(char *kernel, struct boot_info *info);

#endif
