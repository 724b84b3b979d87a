/* SPDX-License-Identifier: MIT */
/* What somebody may have meant who wrote a name wrong. */
#ifndef LIB_OPTION_NEAR_H
#define LIB_OPTION_NEAR_H

#include <stddef.h>

/* The nearest so far to a word; begin with nothing but the word. */
struct near {
	const char *word;
	const char *best;       /* NULL: none is near enough to be worth naming */
	unsigned distance;      /* of it */
};

/* Look at a name that there is, which has to stay. Of several that are as near the first is kept. */
void near_consider(struct near *near, const char *name);

/* " (did you mean NAME?)", with a prefix such as "--" before the name; "" when none is near. */
#define NEAR_TEXT_MAX 96
const char *near_question(const struct near *near, const char *prefix, char text[NEAR_TEXT_MAX]);

#endif
