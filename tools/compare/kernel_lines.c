/* SPDX-License-Identifier: MIT */
/* A word is looked for among the other's as often as it is there: given twice is another line. */
#include "tools/compare/kernel_lines.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/record/kernel_line.h"

/* How often the word is in the line, of these many characters. */
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

/* The words of line that the other has less often, a blank between two; to be freed. */
static char *words_alone(const char *line, const char *other)
{
	char *alone = xcalloc(strlen(line) + 2, 1);
	size_t used = 0;

	while (*line != '\0') {
		size_t length = strcspn(line, " ");

		/* Counted from here on: of a word that is there twice, one is alone. */
		if (count_word(line, line, length) > count_word(other, line, length)) {
			alone[used] = ' ';
			memcpy(alone + used + 1, line, length);
			used += length + 1;
		}
		line += length + strspn(line + length, " ");
	}
	memmove(alone, alone + (used > 0), strlen(alone + (used > 0)) + 1);
	return alone;
}

static char *say_difference(const char *first, const char *second)
{
	char *more = words_alone(second, first), *less = words_alone(first, second), *text;

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
	return text;
}

char *kernel_lines_differ(const struct result *first, const struct result *second)
{
	char *before = kernel_line_of(first), *after = kernel_line_of(second), *text = NULL;

	if (before != NULL && after != NULL && strcmp(before, after) != 0)
		text = say_difference(before, after);
	free(after);
	free(before);
	return text;
}
