/* SPDX-License-Identifier: MIT */
/* See summary.h. */
#include "boot/efi/results/summary.h"

#include "boot/efi/results/head.h"
#include "boot/efi/results/parts.h"
#include "lib/text/string.h"

static size_t count_line(char *to, const char *line, size_t length)
{
	(void)to;
	(void)line;
	return 2 + length * PARTS_ESCAPE_CHARS;
}

size_t summary_bytes_max(const char *log, size_t log_bytes)
{
	return summary_page_bytes_max() + HEAD_CHARS * PARTS_ESCAPE_CHARS +
	       parts_each_line(NULL, log, log_bytes, count_line);
}

static size_t put_text_line(char *to, const char *line, size_t length)
{
	memcpy(to, line, length);
	to[length] = '\r';
	to[length + 1] = '\n';
	return length + 2;
}

static size_t put_head(char *to, const char *log, size_t log_bytes, const char *name,
		       size_t (*put)(char *to, const char *line, size_t length))
{
	char head[HEAD_CHARS];

	return parts_each_line(to, head, head_write(head, log, log_bytes, name), put);
}

size_t summary_text(char *to, const char *log, size_t log_bytes, const char *name)
{
	struct summary_parts parts = parts_split(log, log_bytes);
	size_t used = put_head(to, log, log_bytes, name, put_text_line);

	used += parts_each_line(to + used, parts.summary, parts.summary_bytes, put_text_line);
	if (parts.summary_bytes > 0)
		used += put_text_line(to + used, SUMMARY_LINES_TITLE, strlen(SUMMARY_LINES_TITLE));
	return used + parts_each_line(to + used, parts.lines, parts.lines_bytes, put_text_line);
}
