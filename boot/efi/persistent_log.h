/* SPDX-License-Identifier: MIT */
/* The run's log in memory that a warm reset leaves alone, and the log of the last run that is still
 * there because nobody could write it. */
#ifndef BOOT_EFI_PERSISTENT_LOG_H
#define BOOT_EFI_PERSISTENT_LOG_H

#include "boot/efi/firmware.h"
#include "boot/handoff.h"

/* The log of an earlier start, if memory has one, from *place on, that was not written; allocated.
 * *place, which begins as 0, is then where to look on. Call before persistent_log_make. */
struct persistent_log *persistent_log_find_unsaved(unsigned *place);

/* Whether a line of its text begins so. */
bool persistent_log_has_line(const struct persistent_log *log, const char *begin);

/* It is written: the next start does not find it any more. Frees it. */
void persistent_log_discard(struct persistent_log *log);

/* Add a line of text, if there is room. */
void persistent_log_append(struct persistent_log *log, const char *line);

/* A new one, for a directory of that name. NULL when there is no memory. */
struct persistent_log *persistent_log_make(const char *name);

#endif
