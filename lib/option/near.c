/* SPDX-License-Identifier: MIT */
/* The distance is that of optimal string alignment: letters left out, put in, taken for another, or two
 * neighbours swapped, each counted as one. */
#include "lib/option/near.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"

/* Longer words are nobody's slip. */
#define NEAR_LETTERS_MAX 48
/* One slip in so many letters or a part of them is one, more are another word. */
#define NEAR_LETTERS_PER_SLIP 3

static unsigned near_least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned near_cell(const char *a, const char *b, size_t i, size_t j,
			  unsigned rows[3][NEAR_LETTERS_MAX + 1])
{
	unsigned *two_above = rows[(i + 1) % 3], *above = rows[(i + 2) % 3], *row = rows[i % 3];
	unsigned cost = above[j - 1] + (a[i - 1] != b[j - 1]);

	cost = near_least(cost, near_least(above[j], row[j - 1]) + 1);
	if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
		cost = near_least(cost, two_above[j - 2] + 1);
	return cost;
}

static unsigned near_distance(const char *a, const char *b)
{
	unsigned rows[3][NEAR_LETTERS_MAX + 1] = {{0}};
	size_t a_length = strlen(a), b_length = strlen(b);

	if (a_length > NEAR_LETTERS_MAX || b_length > NEAR_LETTERS_MAX)
		return NEAR_LETTERS_MAX;
	for (size_t j = 0; j <= b_length; j++)
		rows[0][j] = (unsigned)j;
	for (size_t i = 1; i <= a_length; i++) {
		rows[i % 3][0] = (unsigned)i;
		for (size_t j = 1; j <= b_length; j++)
			rows[i % 3][j] = near_cell(a, b, i, j, rows);
	}
	return rows[a_length % 3][b_length];
}

/* Of "mem.latency" the part after the family may be all that is remembered. */
static bool near_is_last_part(const char *word, const char *name)
{
	const char *dot = strchr(name, '.');

	while (dot != NULL && strcmp(dot + 1, word) != 0)
		dot = strchr(dot + 1, '.');
	return dot != NULL && word[0] != '\0';
}

void near_consider(struct near *near, const char *name)
{
	unsigned distance = near_is_last_part(near->word, name) ? 1
								: near_distance(near->word, name);
	unsigned letters = (unsigned)strlen(near->word);

	if (distance > (letters + NEAR_LETTERS_PER_SLIP - 1) / NEAR_LETTERS_PER_SLIP ||
	    distance >= strlen(name))
		return;
	if (near->best != NULL && distance >= near->distance)
		return;
	near->best = name;
	near->distance = distance;
}

const char *near_question(const struct near *near, const char *prefix, char text[NEAR_TEXT_MAX])
{
	text[0] = '\0';
	if (near->best != NULL)
		fmt_buffer(text, NEAR_TEXT_MAX, " (did you mean %s%s?)", prefix, near->best);
	return text;
}
