/* SPDX-License-Identifier: MIT */
/* A long command line takes several records. */
#include "tools/record/kernel_line.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

/* A parameter that the kernel ignores, as for an absent module. */
#define LAYOUT_WORD "bareline.layout="
#define LAYOUT_DIGITS 29        /* increase of its length per layout */

char *kernel_line_read(const struct result *result)
{
	const struct record_list *list = &result->records[WIRE_kernel_line];
	char *line, *text, *rest = NULL;
	size_t used = 0;

	if (list->count == 0)
		return NULL;
	line = xstrdup("");
	for (size_t i = 0; i < list->count; i++) {
		char *longer = xasprintf("%s%s", line, list->items[i].kernel_line.text);

		free(line);
		line = longer;
	}
	text = xcalloc(strlen(line) + 1, 1);
	for (char *word = strtok_r(line, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest)) {
		size_t length = strlen(word);

		if (strncmp(word, LAYOUT_WORD, strlen(LAYOUT_WORD)) == 0)
			continue;
		if (used > 0)
			text[used++] = ' ';
		memcpy(text + used, word, length);
		used += length;
	}
	free(line);
	return text;
}

char *kernel_line_layout(unsigned long layout)
{
	return xasprintf(LAYOUT_WORD "%0*lu", (int)layout * LAYOUT_DIGITS, layout);
}
