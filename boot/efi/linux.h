/* SPDX-License-Identifier: MIT */
/* Starts Linux from the loader's volume after the kernel's run. The Linux kernel is an EFI
 * program. */
#ifndef BOOT_EFI_LINUX_H
#define BOOT_EFI_LINUX_H

#include <stdbool.h>

#include "boot/efi/firmware.h"

/* Whether the volume has a Linux kernel for this processor. */
bool linux_is_there(EFI_HANDLE volume);

/* Start vmlinuz with initrd, both in \linux\NAME, where NAME is the processor's. Linux's command
 * line makes bareline-linux measure the benchmarks that line selects, and write to the directory
 * results. line is the bare-metal command line. Returns only on failure, after printing the
 * reason. */
void linux_start(EFI_HANDLE image, EFI_HANDLE volume, const char *line, const char *results);

#endif
