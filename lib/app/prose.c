/* SPDX-License-Identifier: MIT */
#include "lib/app/prose.h"

#include <stdbool.h>

#include "lib/rng.h"

#define PARAGRAPH_WORDS 80u             /* one word of this many ends a paragraph */
#define SENTENCE_WORDS 14u

/* Frequencies per thousand of words by length, from 1 letter, and of letters, from a. */
static const uint16_t lengths[] = {30, 177, 205, 148, 107, 84, 79, 59, 44, 31, 18, 10, 5, 3};
static const uint16_t letters[] = {
	80, 15, 33, 38, 125, 24, 19, 51, 76, 2, 5, 41, 25, 72, 76, 21, 1, 63, 65, 93, 27, 11, 17, 2,
	17, 1,
};

struct prose {
	char *bytes;
	uint32_t length, used, column;
	struct rng rng;
};

/* Index of a random weight, with a probability proportional to the weight. */
static uint32_t prose_choose(struct rng *rng, const uint16_t *weights, uint32_t count)
{
	uint32_t sum = 0, at = 0, left;

	for (uint32_t i = 0; i < count; i++)
		sum += weights[i];
	left = rng_below(rng, sum);
	while (left >= weights[at])
		left -= weights[at++];
	return at;
}

static void prose_add(struct prose *prose, char c)
{
	if (prose->used == prose->length)
		return;
	prose->bytes[prose->used++] = c;
	prose->column = c == '\n' ? 0 : prose->column + 1;
}

/* Add a word, preceded by a blank or a line end. */
static void prose_add_word(struct prose *prose, bool is_capital)
{
	uint32_t choices = sizeof(lengths) / sizeof(lengths[0]);
	uint32_t length = 1 + prose_choose(&prose->rng, lengths, choices);

	/* Leave room for a full stop. */
	if (prose->column > 0)
		prose_add(prose, prose->column + 1 + length + 1 > PROSE_COLUMNS ? '\n' : ' ');
	for (uint32_t i = 0; i < length; i++) {
		uint32_t letter = prose_choose(&prose->rng, letters,
					       sizeof(letters) / sizeof(letters[0]));

		prose_add(prose, (char)((is_capital && i == 0 ? 'A' : 'a') + letter));
	}
}

void prose_write(char *bytes, uint32_t length, uint64_t seed)
{
	struct prose prose = {.bytes = bytes, .length = length};
	bool begins_sentence = true, ends_paragraph;

	rng_seed(&prose.rng, seed);
	while (prose.used < length) {
		prose_add_word(&prose, begins_sentence);
		ends_paragraph = rng_below(&prose.rng, PARAGRAPH_WORDS) == 0;
		begins_sentence = ends_paragraph || rng_below(&prose.rng, SENTENCE_WORDS) == 0;
		if (begins_sentence)
			prose_add(&prose, '.');
		if (ends_paragraph) {
			prose_add(&prose, '\n');
			prose_add(&prose, '\n');
		}
	}
}
