/* SPDX-License-Identifier: MIT */
/* A note on the stick that Linux was started after a run: while it is there Linux's records are
 * not. linux/disk/stick.c takes it away. */
#ifndef BOOT_EFI_RESULTS_STARTED_H
#define BOOT_EFI_RESULTS_STARTED_H

#include "boot/efi/firmware.h"

/* Leave it in the directory of that path. Without room there is none. */
void linux_started_mark(EFI_HANDLE volume, const char *path);

/* Say which runs have one, on the firmware's console, once each. */
void linux_started_report(EFI_HANDLE volume);

#endif
