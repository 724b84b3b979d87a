/* SPDX-License-Identifier: MIT */
/* A list of patterns (text_glob) from a command line. */
#ifndef LIB_TEXT_PATTERNS_H
#define LIB_TEXT_PATTERNS_H

#include <stdbool.h>
#include <stddef.h>

#define PATTERNS_MAX 32

/* Zeroed: empty. */
struct patterns {
	const char *items[PATTERNS_MAX];
	size_t count;
};

/* Add a pattern, which must stay valid. Returns false if the list is full. */
bool patterns_add(struct patterns *patterns, const char *pattern);

/* Whether the text matches any pattern. */
bool patterns_match(const struct patterns *patterns, const char *text);

/* Like patterns_match(). Without patterns, or with NULL, every text matches. */
bool patterns_select(const struct patterns *patterns, const char *text);

#endif
