/* SPDX-License-Identifier: MIT */
/* The distance is the optimal string alignment distance: the number of letters that are omitted,
 * inserted or replaced, and of neighbours that are swapped. */
#include "lib/option/suggest.h"

#include <stdbool.h>

#include "lib/text/fmt.h"
#include "lib/text/string.h"

/* Longer words are no misspellings of names. */
#define SUGGEST_LETTERS_MAX 48
/* One error is accepted per this many letters, rounded up. */
#define SUGGEST_LETTERS_PER_SLIP 3
/* A single letter occurs in too many names. */
#define SUGGEST_PART_LETTERS_MIN 2

static unsigned smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned suggest_cell(const char *a, const char *b, size_t i, size_t j,
			  unsigned rows[3][SUGGEST_LETTERS_MAX + 1])
{
	unsigned *two_above = rows[(i + 1) % 3], *above = rows[(i + 2) % 3], *row = rows[i % 3];
	unsigned cost = above[j - 1] + (a[i - 1] != b[j - 1]);

	cost = smaller(cost, smaller(above[j], row[j - 1]) + 1);
	if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
		cost = smaller(cost, two_above[j - 2] + 1);
	return cost;
}

static unsigned suggest_distance(const char *a, const char *b)
{
	unsigned rows[3][SUGGEST_LETTERS_MAX + 1] = {{0}};
	size_t a_length = strlen(a), b_length = strlen(b);

	if (a_length > SUGGEST_LETTERS_MAX || b_length > SUGGEST_LETTERS_MAX)
		return SUGGEST_LETTERS_MAX;
	for (size_t j = 0; j <= b_length; j++)
		rows[0][j] = (unsigned)j;
	for (size_t i = 1; i <= a_length; i++) {
		rows[i % 3][0] = (unsigned)i;
		for (size_t j = 1; j <= b_length; j++)
			rows[i % 3][j] = suggest_cell(a, b, i, j, rows);
	}
	return rows[a_length % 3][b_length];
}

/* Whether the word is the name without its family: "latency" for "mem.latency". */
static bool is_last_part(const char *word, const char *name)
{
	const char *dot = strchr(name, '.');

	while (dot != NULL && strcmp(dot + 1, word) != 0)
		dot = strchr(dot + 1, '.');
	return dot != NULL && word[0] != '\0';
}

/* First occurrence of the word in the name, or NULL. */
static const char *suggest_find(const char *name, const char *word)
{
	size_t length = strlen(word);

	for (; *name != '\0'; name++) {
		if (strncmp(name, word, length) == 0)
			return name;
	}
	return NULL;
}

static bool is_prefix(const char *name, const char *word)
{
	return suggest_find(name, word) == name;
}

static void suggest_list_add(struct suggest_list *list, const char *name)
{
	if (list->count < SUGGEST_NAMES_MAX)
		list->names[list->count] = name;
	list->count++;
}

static void suggest_consider_part(struct suggestion *suggestion, const char *name)
{
	if (strlen(suggestion->word) < SUGGEST_PART_LETTERS_MIN ||
	    suggest_find(name, suggestion->word) == NULL)
		return;
	suggest_list_add(is_prefix(name, suggestion->word) ? &suggestion->beginning
							   : &suggestion->containing,
			 name);
}

void suggest_consider(struct suggestion *suggestion, const char *name)
{
	unsigned distance = is_last_part(suggestion->word, name)
				    ? 1
				    : suggest_distance(suggestion->word, name);
	unsigned letters = (unsigned)strlen(suggestion->word);

	suggest_consider_part(suggestion, name);
	if (distance > (letters + SUGGEST_LETTERS_PER_SLIP - 1) / SUGGEST_LETTERS_PER_SLIP ||
	    distance >= strlen(name))
		return;
	if (suggestion->best != NULL && distance >= suggestion->distance)
		return;
	suggestion->best = name;
	suggestion->distance = distance;
}

/* The text written so far. */
struct suggest_format {
	char *text;
	const char *prefix;
	size_t used;
	unsigned named;
};

static void suggest_append(struct suggest_format *question, const char *name)
{
	question->used += fmt_buffer(question->text + question->used,
				     SUGGEST_TEXT_MAX - question->used, "%s%s%s",
				     question->named++ == 0 ? " (did you mean " : ", ",
				     question->prefix, name);
}

/* Append the list, without best, which was already appended. Returns the number of omitted
 * names. */
static unsigned suggest_append_list(struct suggest_format *question,
				    const struct suggest_list *list, const char *best)
{
	unsigned named = 0;

	for (unsigned i = 0; i < list->count && i < SUGGEST_NAMES_MAX; i++) {
		bool is_best = list->names[i] == best;

		if (!is_best && question->named == SUGGEST_NAMES_MAX)
			break;
		if (!is_best)
			suggest_append(question, list->names[i]);
		named++;
	}
	return list->count - named;
}

const char *suggest_format(const struct suggestion *suggestion, const char *prefix,
			   char text[SUGGEST_TEXT_MAX])
{
	struct suggest_format question = {.text = text, .prefix = prefix};
	unsigned left;

	text[0] = '\0';
	left = suggest_append_list(&question, &suggestion->beginning, NULL);
	if (suggestion->best != NULL && !is_prefix(suggestion->best, suggestion->word) &&
	    question.named < SUGGEST_NAMES_MAX)
		suggest_append(&question, suggestion->best);
	left += suggest_append_list(&question, &suggestion->containing, suggestion->best);
	if (question.named > 0)
		fmt_buffer(text + question.used, SUGGEST_TEXT_MAX - question.used, "%s?)",
			   left > 0 ? "…" : "");
	return text;
}
