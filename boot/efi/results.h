/* SPDX-License-Identifier: MIT */
/* Results on the volume that the loader came from, written by the firmware's file system:
 * \bareline\NAME\log.txt, summary.txt and summary.html. */
#ifndef BOOT_EFI_RESULTS_H
#define BOOT_EFI_RESULTS_H

#include "boot/efi/firmware.h"
#include "boot/loan.h"

#define RESULTS_NAME_CHARS (LOAN_LOG_NAME_CHARS + 4)

/* Why nothing can be written to the volume, or NULL. */
const char *results_obstacle(EFI_HANDLE volume);

/* Write the log into a directory of its own: a new one, so that nothing is ever overwritten.
 * name gets the directory's name. A log that could not be written whole is removed again.
 * Returns why it could not be written, or NULL; the text stays until the next call. */
const char *results_write(EFI_HANDLE volume, const struct loan_log *log,
			  char name[RESULTS_NAME_CHARS]);

#endif
