/* SPDX-License-Identifier: MIT */
/* The run's log in memory that survives a warm reset, and unsaved logs of earlier starts. */
#ifndef BOOT_EFI_PERSISTENT_LOG_H
#define BOOT_EFI_PERSISTENT_LOG_H

#include "boot/efi/firmware.h"
#include "boot/kept_log.h"

/* Find and allocate an unsaved log of an earlier start. *place is 0 at first, and each call
 * advances it. Returns NULL if there is no further log. Call before persistent_log_make. */
struct persistent_log *persistent_log_find_unsaved(unsigned *place);

/* Whether any line of the log has this prefix. */
bool persistent_log_has_line(const struct persistent_log *log, const char *begin);

/* Mark a log as saved, so that the next start does not find it, and free it. */
void persistent_log_discard(struct persistent_log *log);

/* Append a line, if it fits. */
void persistent_log_append(struct persistent_log *log, const char *line);

/* Create a log for the directory name. Returns NULL without memory. */
struct persistent_log *persistent_log_make(const char *name);

#endif
