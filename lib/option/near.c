/* SPDX-License-Identifier: MIT */
/* Similarity is the optimal string alignment distance: a missing, extra or different letter, or a
 * swap of two neighbours, counts as one. */
#include "lib/option/near.h"

#include <stdbool.h>

#include "lib/text/fmt.h"
#include "lib/text/string.h"

/* Longer words are no misspellings. */
#define NEAR_LETTERS_MAX 48
/* One slip per this many letters, or part of them, is allowed. */
#define NEAR_LETTERS_PER_SLIP 3
/* A single letter is in too many names. */
#define NEAR_PART_LETTERS_MIN 2

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

/* The user may remember only the part of "mem.latency" after the family. */
static bool near_is_last_part(const char *word, const char *name)
{
	const char *dot = strchr(name, '.');

	while (dot != NULL && strcmp(dot + 1, word) != 0)
		dot = strchr(dot + 1, '.');
	return dot != NULL && word[0] != '\0';
}

/* Position of the word in the name; NULL if absent. */
static const char *near_find(const char *name, const char *word)
{
	size_t length = strlen(word);

	for (; *name != '\0'; name++) {
		if (strncmp(name, word, length) == 0)
			return name;
	}
	return NULL;
}

static bool near_is_beginning(const char *name, const char *word)
{
	return near_find(name, word) == name;
}

static void near_list_add(struct near_list *list, const char *name)
{
	if (list->count < NEAR_NAMED_MAX)
		list->names[list->count] = name;
	list->count++;
}

static void near_consider_part(struct near *near, const char *name)
{
	if (strlen(near->word) < NEAR_PART_LETTERS_MIN || near_find(name, near->word) == NULL)
		return;
	near_list_add(near_is_beginning(name, near->word) ? &near->beginning : &near->containing,
		      name);
}

void near_consider(struct near *near, const char *name)
{
	unsigned distance = near_is_last_part(near->word, name) ? 1
								: near_distance(near->word, name);
	unsigned letters = (unsigned)strlen(near->word);

	near_consider_part(near, name);
	if (distance > (letters + NEAR_LETTERS_PER_SLIP - 1) / NEAR_LETTERS_PER_SLIP ||
	    distance >= strlen(name))
		return;
	if (near->best != NULL && distance >= near->distance)
		return;
	near->best = name;
	near->distance = distance;
}

/* The text under construction. */
struct near_question {
	char *text;
	const char *prefix;
	size_t used;
	unsigned named;
};

static void near_name(struct near_question *question, const char *name)
{
	question->used += fmt_buffer(question->text + question->used,
				     NEAR_TEXT_MAX - question->used, "%s%s%s",
				     question->named++ == 0 ? " (did you mean " : ", ",
				     question->prefix, name);
}

/* Returns the number of names left out. best, or NULL, was already named. */
static unsigned near_name_list(struct near_question *question, const struct near_list *list,
			       const char *best)
{
	unsigned named = 0;

	for (unsigned i = 0; i < list->count && i < NEAR_NAMED_MAX; i++) {
		bool is_best = list->names[i] == best;

		if (!is_best && question->named == NEAR_NAMED_MAX)
			break;
		if (!is_best)
			near_name(question, list->names[i]);
		named++;
	}
	return list->count - named;
}

const char *near_question(const struct near *near, const char *prefix, char text[NEAR_TEXT_MAX])
{
	struct near_question question = {.text = text, .prefix = prefix};
	unsigned left;

	text[0] = '\0';
	left = near_name_list(&question, &near->beginning, NULL);
	if (near->best != NULL && !near_is_beginning(near->best, near->word) &&
	    question.named < NEAR_NAMED_MAX)
		near_name(&question, near->best);
	left += near_name_list(&question, &near->containing, near->best);
	if (question.named > 0)
		fmt_buffer(text + question.used, NEAR_TEXT_MAX - question.used, "%s?)",
			   left > 0 ? "…" : "");
	return text;
}
