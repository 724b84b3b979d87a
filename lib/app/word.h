/* SPDX-License-Identifier: MIT */
/* A minimal word processor: glyphs of different widths, justified lines, and a spell checker in the
 * background. "Using Latency to Evaluate Computer System Performance", "Microsoft Word". A key
 * changes the text and its layout at once. The screen follows later, with one draw for all keys
 * before it. Then the checker runs, one word per call.
 *
 * The word processor does not depend on a machine, so the target runs it, and the host runs it
 * again from the log. */
#ifndef LIB_APP_WORD_H
#define LIB_APP_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/app/typeset.h"

#define WORD_ROWS_MAX 256u
#define WORD_MISSPELLED_EVERY 20u       /* in the text of a run, one word of this many is
					 * misspelled */

struct word {
	struct typeset layout;
	uint32_t top;                           /* top line shown */
	bool is_shifted;
	uint32_t drawn[WORD_ROWS_MAX];          /* checksums of the rows' contents */

	/* The checker's position, between two words, and the number of misspelled words so far. */
	uint32_t check_place, misspelled;
	bool is_checking;
};

/* Start with a text, with the cursor before the first character, and draw it. bytes is the text's
 * memory, which contains length characters. capacity must be above length. The canvas may have at
 * most WORD_ROWS_MAX rows. */
void word_init(struct word *word, struct canvas *canvas, char *bytes, uint32_t length,
	       uint32_t capacity);

/* Handle a key, by its message code (lib/event/message_log.h). Returns whether a draw is needed. */
bool word_key(struct word *word, uint32_t code);

/* Draw all lines that changed since the last draw, and restart the checker. */
void word_draw(struct word *word);

/* Check one word: underline it if it is misspelled, otherwise remove the underline. If a draw is
 * needed, check nothing. Returns false at the end of the text. */
bool word_check(struct word *word);

#endif
