/* SPDX-License-Identifier: MIT */
/* A list of patterns (text_glob), as a command line gives them: what matches one is meant. */
#ifndef LIB_TEXT_PATTERNS_H
#define LIB_TEXT_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>

#define PATTERNS_MAX 32

/* Empty when zeroed. */
struct patterns {
	const char *items[PATTERNS_MAX];
	size_t count;
};

/* Add a pattern, which has to stay. Returns false if there is no room for it. */
bool patterns_add(struct patterns *patterns, const char *pattern);

/* Whether the text matches any of them. */
bool patterns_match(const struct patterns *patterns, const char *text);

/* The same, but without patterns, or with NULL for them, everything is meant. */
bool patterns_want(const struct patterns *patterns, const char *text);

#endif
