/* SPDX-License-Identifier: MIT */
/* See summary.h. */
#include "boot/efi/results/summary.h"

#include "boot/efi/results/head.h"
#include "boot/kept_log.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define PAGE_BYTES 1024                 /* HTML around the text */
#define ESCAPE_CHARS_MAX 5
#define LINES_TITLE "All metrics, with timing overhead"

/* Call put for each line of text, without its line end. Returns the sum of the results. */
static size_t each_line(char *to, const char *log, size_t log_bytes,
			size_t (*put)(char *to, const char *line, size_t length))
{
	const char *end = log + log_bytes;
	size_t used = 0;

	while (log < end) {
		const char *line = log;

		while (log < end && *log != '\n')
			log++;
		if (*line != '@')
			used += put(to != NULL ? to + used : NULL, line, (size_t)(log - line));
		log++;
	}
	return used;
}

static size_t count_line(char *to, const char *line, size_t length)
{
	(void)to;
	(void)line;
	return 2 + length * ESCAPE_CHARS_MAX;
}

size_t summary_bytes_max(const char *log, size_t log_bytes)
{
	return PAGE_BYTES + HEAD_CHARS * ESCAPE_CHARS_MAX +
	       each_line(NULL, log, log_bytes, count_line);
}

static size_t put_text_line(char *to, const char *line, size_t length)
{
	memcpy(to, line, length);
	to[length] = '\r';
	to[length + 1] = '\n';
	return length + 2;
}

static size_t put_page_line(char *to, const char *line, size_t length)
{
	size_t used = 0;

	for (size_t i = 0; i < length; i++) {
		const char *escaped = line[i] == '<' ? "&lt;" : line[i] == '&' ? "&amp;" : NULL;

		if (escaped != NULL) {
			memcpy(to + used, escaped, strlen(escaped));
			used += strlen(escaped);
		} else {
			to[used++] = line[i];
		}
	}
	to[used++] = '\n';
	return used;
}

/* Parts of a log: the kernel's summary, and the lines before it. */
struct parts {
	const char *summary, *lines;
	size_t summary_bytes, lines_bytes;
};

static bool is_summary(const char *line, const char *end)
{
	static const char wanted[] = PERSISTENT_LOG_SUMMARY "\n";
	size_t length = sizeof(wanted) - 1;

	return (size_t)(end - line) >= length && memcmp(line, wanted, length) == 0;
}

/* An aborted run has no summary. */
static struct parts split(const char *log, size_t log_bytes)
{
	const char *end = log + log_bytes, *line = log;

	while (line < end && !is_summary(line, end)) {
		while (line < end && *line++ != '\n')
			;
	}
	return (struct parts){line, log, (size_t)(end - line), (size_t)(line - log)};
}

static size_t put_head(char *to, const char *log, size_t log_bytes, const char *name,
		       size_t (*put)(char *to, const char *line, size_t length))
{
	char head[HEAD_CHARS];

	return each_line(to, head, head_write(head, log, log_bytes, name), put);
}

size_t summary_text(char *to, const char *log, size_t log_bytes, const char *name)
{
	struct parts parts = split(log, log_bytes);
	size_t used = put_head(to, log, log_bytes, name, put_text_line);

	used += each_line(to + used, parts.summary, parts.summary_bytes, put_text_line);
	if (parts.summary_bytes > 0)
		used += put_text_line(to + used, LINES_TITLE, strlen(LINES_TITLE));
	return used + each_line(to + used, parts.lines, parts.lines_bytes, put_text_line);
}

size_t summary_page(char *to, const char *log, size_t log_bytes, const char *name)
{
	struct parts parts = split(log, log_bytes);
	size_t used = fmt_buffer(to, PAGE_BYTES, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n"
				 "<meta name=\"viewport\" content=\"width=device-width\">\n"
				 "<title>Bareline: %s</title>\n"
				 "<style>:root{color-scheme:light dark}"
				 "pre{font:14px monospace;overflow-x:auto}</style>\n"
				 "<h1>%s</h1>\n<pre>\n", name, name);

	used += put_head(to + used, log, log_bytes, name, put_page_line);
	used += each_line(to + used, parts.summary, parts.summary_bytes, put_page_line);
	if (parts.summary_bytes > 0)
		used += fmt_buffer(to + used, PAGE_BYTES, "</pre>\n<h2>%s</h2>\n<pre>\n",
				   LINES_TITLE);
	used += each_line(to + used, parts.lines, parts.lines_bytes, put_page_line);
	memcpy(to + used, "</pre>\n", 7);
	return used + 7;
}
