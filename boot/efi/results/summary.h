/* SPDX-License-Identifier: MIT */
/* Summary of a log for a reader without tools. It consists of the head (head.h), the kernel's
 * summary if there is one, and the other lines that are no records. Handles text only. */
#ifndef BOOT_EFI_RESULTS_SUMMARY_H
#define BOOT_EFI_RESULTS_SUMMARY_H

#include <stddef.h>

/* The most bytes of a page without the head and the lines of the log, and of a summary of a log. */
size_t summary_page_bytes_max(void);
size_t summary_bytes_max(const char *log, size_t log_bytes);

/* Write the summary to to, which has summary_bytes_max() bytes: as text with CR LF, or as a
 * self-contained HTML page. name is the name of the run, as plain text. Returns the length. */
size_t summary_text(char *to, const char *log, size_t log_bytes, const char *name);
size_t summary_page(char *to, const char *log, size_t log_bytes, const char *name);

#endif
