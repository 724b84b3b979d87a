/* SPDX-License-Identifier: MIT */
/* A marker file on the stick. While it exists, Linux was started after a run and has not written
 * its records. linux/disk/stick.c removes it. */
#ifndef BOOT_EFI_RESULTS_STARTED_H
#define BOOT_EFI_RESULTS_STARTED_H

#include "boot/efi/firmware.h"

/* Create the marker in the directory path, if there is room. */
void linux_started_mark(EFI_HANDLE volume, const char *path);

/* Print which runs have a marker, and rename it, so that each is reported once. */
void linux_started_report(EFI_HANDLE volume);

#endif
