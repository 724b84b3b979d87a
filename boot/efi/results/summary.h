/* SPDX-License-Identifier: MIT */
/* What a person reads of a log on any computer: which run it is (head.h), the kernel's summary of
 * it, where the log has one, then the lines of text that came before that, without the records
 * between them. Pure text. */
#ifndef BOOT_EFI_RESULTS_SUMMARY_H
#define BOOT_EFI_RESULTS_SUMMARY_H

#include <stddef.h>

/* Most bytes that a summary of the log has. */
size_t summary_bytes_max(const char *log, size_t log_bytes);

/* Write it to to, which has room for summary_bytes_max(): as text, with CR LF, or as a page of
 * HTML that needs nothing else. name is the run's, plain text. Returns its length. */
size_t summary_text(char *to, const char *log, size_t log_bytes, const char *name);
size_t summary_page(char *to, const char *log, size_t log_bytes, const char *name);

#endif
