/* SPDX-License-Identifier: MIT */
/* A marker file on the stick. While the file exists, Linux was started after a run but has not
 * written its records. linux/disk/stick.c removes the file. */
#ifndef BOOT_EFI_RESULTS_STARTED_H
#define BOOT_EFI_RESULTS_STARTED_H

#include "boot/efi/firmware.h"

/* Create the marker in the directory path, if there is room. */
void linux_started_mark(EFI_HANDLE volume, const char *path);

/* Print which runs have a marker. Rename the markers, so that each run is reported once. */
void linux_started_report(EFI_HANDLE volume);

#endif
