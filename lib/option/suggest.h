/* SPDX-License-Identifier: MIT */
/* Suggestions for misspelled names. */
#ifndef LIB_OPTION_SUGGEST_H
#define LIB_OPTION_SUGGEST_H

#include <stddef.h>

#define SUGGEST_NAMES_MAX 3

/* Names that contain the word: the first few, and their total number. */
struct suggest_list {
	const char *names[SUGGEST_NAMES_MAX];
	unsigned count;
};

/* Best matches so far. To initialise, set only the word. */
struct suggestion {
	const char *word;
	const char *best;       /* nearest name; NULL: none is near enough */
	unsigned distance;      /* of best */
	struct suggest_list beginning,
		containing; /* names that start with the word; names that contain it elsewhere */
};

/* Consider an existing name, which must remain valid. Of several equally near names, the first one
 * wins. */
void suggest_consider(struct suggestion *suggestion, const char *name);

/* Write " (did you mean NAME, NAME, NAME…?)", with prefix, such as "--", before each name. The
 * names are those that start with the word, the nearest name, and those that contain the word.
 * Writes "" if there is no such name. */
#define SUGGEST_TEXT_MAX 192
const char *suggest_format(const struct suggestion *suggestion, const char *prefix,
			   char text[SUGGEST_TEXT_MAX]);

#endif
