/* SPDX-License-Identifier: MIT */
/* What somebody may have meant who wrote a name wrong. */
#ifndef LIB_OPTION_NEAR_H
#define LIB_OPTION_NEAR_H

#include <stddef.h>

#define NEAR_NAMED_MAX 3

/* Names that have the word in them: the first few, and how many there are. */
struct near_list {
	const char *names[NEAR_NAMED_MAX];
	unsigned count;
};

/* The nearest so far to a word; begin with nothing but the word. */
struct near {
	const char *word;
	const char *best;       /* NULL: none is near enough to be worth naming */
	unsigned distance;      /* of it */
	struct near_list beginning, containing;         /* so; the second without the first */
};

/* Look at a name that there is, which has to stay. Of several as near the first is kept. */
void near_consider(struct near *near, const char *name);

/* " (did you mean NAME, NAME, NAME…?)": those that begin with the word, the nearest, and those that
 * have it in them, a few of all; with a prefix such as "--" before each. "" when none is near. */
#define NEAR_TEXT_MAX 192
const char *near_question(const struct near *near, const char *prefix, char text[NEAR_TEXT_MAX]);

#endif
