/* SPDX-License-Identifier: MIT */
#include "boot/efi/results/parts.h"

#include <stdbool.h>

#include "boot/kept_log.h"
#include "lib/text/string.h"

size_t parts_each_line(char *to, const char *log, size_t log_bytes,
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

size_t parts_put_escaped(char *to, const char *text, size_t length)
{
	size_t used = 0;

	for (size_t i = 0; i < length; i++) {
		const char *escaped = text[i] == '<' ? "&lt;" : text[i] == '&' ? "&amp;" : NULL;

		if (escaped != NULL) {
			memcpy(to + used, escaped, strlen(escaped));
			used += strlen(escaped);
		} else {
			to[used++] = text[i];
		}
	}
	return used;
}

size_t parts_put_page_line(char *to, const char *line, size_t length)
{
	size_t used = parts_put_escaped(to, line, length);

	to[used++] = '\n';
	return used;
}

static bool is_summary(const char *line, const char *end)
{
	static const char wanted[] = PERSISTENT_LOG_SUMMARY "\n";
	size_t length = sizeof(wanted) - 1;

	return (size_t)(end - line) >= length && memcmp(line, wanted, length) == 0;
}

struct summary_parts parts_split(const char *log, size_t log_bytes)
{
	const char *end = log + log_bytes, *line = log;

	while (line < end && !is_summary(line, end)) {
		while (line < end && *line++ != '\n')
			;
	}
	return (struct summary_parts){line, log, (size_t)(end - line), (size_t)(line - log)};
}
