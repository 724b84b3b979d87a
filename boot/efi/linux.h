/* SPDX-License-Identifier: MIT */
/* Linux from the same stick, in the same boot: its kernel is an EFI program. */
#ifndef BOOT_EFI_LINUX_H
#define BOOT_EFI_LINUX_H

#include <stdbool.h>

#include "boot/efi/firmware.h"

/* Whether the volume has a Linux to start. */
bool linux_is_there(EFI_HANDLE volume);

/* Start \linux\vmlinuz of the volume, with \linux\initrd and a command line that has
 * bareline-linux measure what line, the bare metal's, selects, and put its records into the
 * directory results. Returns, having said why, only if it can't be started. */
void linux_start(EFI_HANDLE image, EFI_HANDLE volume, const char *line, const char *results);

#endif
