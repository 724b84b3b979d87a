/* SPDX-License-Identifier: MIT */
/* Lists of patterns, for all selections of names. */
#include "lib/text/patterns.h"

#include "lib/text/string.h"

bool patterns_add(struct patterns *patterns, const char *pattern)
{
	if (patterns->count == PATTERNS_MAX)
		return false;
	patterns->items[patterns->count++] = pattern;
	return true;
}

bool patterns_match(const struct patterns *patterns, const char *text)
{
	for (size_t i = 0; i < patterns->count; i++) {
		if (text_glob(patterns->items[i], text))
			return true;
	}
	return false;
}

bool patterns_select(const struct patterns *patterns, const char *text)
{
	return patterns == NULL || patterns->count == 0 || patterns_match(patterns, text);
}
