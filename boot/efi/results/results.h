/* SPDX-License-Identifier: MIT */
/* Results on the volume that the loader came from, written by the firmware's file system:
 * \bareline\NAME\log.txt, summary.txt and summary.html. */
#ifndef BOOT_EFI_RESULTS_RESULTS_H
#define BOOT_EFI_RESULTS_RESULTS_H

#include "boot/efi/firmware.h"
#include "boot/handoff.h"

#define RESULTS_PATH_CHARS (PERSISTENT_LOG_NAME_CHARS + 16)
#define RESULTS_REMARK_CHARS 128

/* Where results were written. */
struct results_place {
	char path[RESULTS_PATH_CHARS];          /* of their directory; empty if they were not */
	char remark[RESULTS_REMARK_CHARS];      /* what is wrong with the stick all the same */
};

/* Why nothing can be written to the volume, or NULL. */
const char *results_obstacle(EFI_HANDLE volume);

/* What a person is to know before the run who has words run: that the stick has hardly room for the
 * results. Returns NULL if it has; the text stays until the next call. */
const char *results_warning(EFI_HANDLE volume, bool has_linux);

/* The same of what Linux will add, after the metal's. */
const char *results_warning_of_linux(EFI_HANDLE volume);

/* Write the log into a directory of its own: a new one, so that nothing is ever overwritten.
 * Nothing is created without room for all of it: firmware that finds none in the midst leaves
 * directories that lead nowhere. What is written is read back; a log that could not be written
 * whole is removed again. Returns why it could not be written, or NULL; the text stays until the
 * next call. */
const char *results_write(EFI_HANDLE volume, const struct persistent_log *log,
			  struct results_place *place);

#endif
