/* SPDX-License-Identifier: MIT */
/* The text of a log in parts, for its summaries. Handles text only. */
#ifndef BOOT_EFI_RESULTS_PARTS_H
#define BOOT_EFI_RESULTS_PARTS_H

#include <stddef.h>

#define SUMMARY_LINES_TITLE "All metrics, with timing overhead"

/* The kernel's summary with its first line, and the lines that precede it. The log of an aborted
 * run has no summary. */
struct summary_parts {
	const char *summary, *lines;
	size_t summary_bytes, lines_bytes;
};

struct summary_parts parts_split(const char *log, size_t log_bytes);

/* Call put for each line of text that is no record, without the line's end. Returns the sum of
 * put's results. */
size_t parts_each_line(char *to, const char *log, size_t log_bytes,
		       size_t (*put)(char *to, const char *line, size_t length));

/* Write a text, or a line and its end, with markup escaped: at most PARTS_ESCAPE_CHARS for each
 * character. Return the length. */
#define PARTS_ESCAPE_CHARS 5
size_t parts_put_escaped(char *to, const char *text, size_t length);
size_t parts_put_page_line(char *to, const char *line, size_t length);

#endif
