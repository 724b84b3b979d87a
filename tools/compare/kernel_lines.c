/* SPDX-License-Identifier: MIT */
/* Lines are compared as multisets of words: a repeated word is a difference. */
#include "tools/compare/kernel_lines.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/record/kernel_line.h"

/* Number of occurrences of a word with this length in the line. */
static size_t count_word(const char *line, const char *word, size_t length)
{
	size_t count = 0;

	while (*line != '\0') {
		size_t of = strcspn(line, " ");

		count += of == length && strncmp(line, word, length) == 0;
		line += of + strspn(line + of, " ");
	}
	return count;
}

/* The words that line has more often than the other, separated by blanks. The caller frees
 * them. */
static char *extra_words(const char *line, const char *other)
{
	char *alone = xcalloc(strlen(line) + 1, 1);
	size_t used = 0;

	while (*line != '\0') {
		size_t length = strcspn(line, " ");

		/* Counts the rest of the line, so that a repeated word is added only as often as
		 * the other lacks it. */
		if (count_word(line, line, length) > count_word(other, line, length)) {
			if (used > 0)
				alone[used++] = ' ';
			memcpy(alone + used, line, length);
			used += length;
		}
		line += length + strspn(line + length, " ");
	}
	return alone;
}

char *kernel_lines_differ(const struct result *first, const struct result *second)
{
	char *before = kernel_line_read(first), *after = kernel_line_read(second), *text = NULL;

	if (before != NULL && after != NULL && strcmp(before, after) != 0) {
		char *more = extra_words(after, before), *less = extra_words(before, after);

		if (more[0] == '\0' && less[0] == '\0')
			text = xstrdup("has the same words in a different order");
		else if (less[0] == '\0')
			text = xasprintf("has \"%s\" too", more);
		else if (more[0] == '\0')
			text = xasprintf("lacks \"%s\"", less);
		else
			text = xasprintf("has \"%s\", not \"%s\"", more, less);
		free(less);
		free(more);
	}
	free(after);
	free(before);
	return text;
}
