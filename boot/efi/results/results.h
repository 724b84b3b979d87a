/* SPDX-License-Identifier: MIT */
/* Writes results to the loader's volume by the firmware's file system: \bareline\NAME\log.txt,
 * summary.txt and summary.html. */
#ifndef BOOT_EFI_RESULTS_RESULTS_H
#define BOOT_EFI_RESULTS_RESULTS_H

#include "boot/efi/firmware.h"
#include "boot/kept_log.h"

#define RESULTS_PATH_CHARS (PERSISTENT_LOG_NAME_CHARS + 16)
#define RESULTS_REMARK_CHARS 128

/* Where results were written. */
struct results_place {
	char path[RESULTS_PATH_CHARS];          /* path of the results' directory; "" if the results
						 * were not written */
	char remark[RESULTS_REMARK_CHARS];      /* a problem of the stick that did not prevent
						 * writing */
};

/* The reason why the volume cannot be written, or NULL. */
const char *results_unsupported_reason(EFI_HANDLE volume);

/* Warning before the run if the stick has little room for the results, or NULL. Valid until the
 * next call. */
const char *results_warning(EFI_HANDLE volume, bool has_linux);

/* Like results_warning(), for the results of Linux after the bare-metal run. */
const char *results_linux_warning(EFI_HANDLE volume);

/* Write the log into a new directory, so that nothing is overwritten. Files are created only if all
 * of them fit, because firmware that runs out of room midway leaves broken directories
 * (volume_is_directory()). Files are read back. A log that was not written whole is removed.
 * Returns NULL or a reason, which is valid until the next call. */
const char *results_write(EFI_HANDLE volume, const struct persistent_log *log,
			  struct results_place *place);

#endif
