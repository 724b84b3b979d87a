/* SPDX-License-Identifier: MIT */
/* Suggestions for misspelled names. */
#ifndef LIB_OPTION_NEAR_H
#define LIB_OPTION_NEAR_H

#include <stddef.h>

#define NEAR_NAMED_MAX 3

/* Names that contain the word: the first few, and the total number. */
struct near_list {
	const char *names[NEAR_NAMED_MAX];
	unsigned count;
};

/* Candidates for a word; initialise with the word only. */
struct near {
	const char *word;
	const char *best;       /* NULL: none is similar enough */
	unsigned distance;      /* of best */
	struct near_list beginning, containing;         /* names that begin with the word; other
							 * names that contain it */
};

/* Consider an existing name, which must stay valid. Of equally similar ones the first is kept. */
void near_consider(struct near *near, const char *name);

/* Format " (did you mean NAME, NAME, NAME…?)": names that begin with the word, the most similar
 * name, and names that contain the word, a few of all, each with a prefix such as "--". "" without
 * candidates. */
#define NEAR_TEXT_MAX 192
const char *near_question(const struct near *near, const char *prefix, char text[NEAR_TEXT_MAX]);

#endif
