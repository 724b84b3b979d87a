/* SPDX-License-Identifier: MIT */
/* A word processor, as small as one can be: glyphs of different widths, lines justified on both
 * sides, and a spell checker that works in the background. "Using Latency to Evaluate Computer
 * System Performance", "Microsoft Word". A key changes the text and lays it out at once; the screen
 * follows later, once for all keys before it, and the checker after that, a word at each resume.
 *
 * It knows no machine: the target runs it, and the host runs it again over what was logged. */
#ifndef LIB_APP_WORD_H
#define LIB_APP_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/app/canvas.h"
#include "lib/app/gap_buffer.h"

#define WORD_LINES_MAX 1024u            /* what would be below is not laid out */
#define WORD_ROWS_MAX 256u
#define WORD_PLANTED_EVERY 20u          /* one word of so many is misspelled, in a run's text */

struct word {
	struct gap_buffer text;
	struct canvas *canvas;
	uint8_t left[GLYPHS], width[GLYPHS];    /* of a glyph's ink, and what it advances by */
	uint32_t lines[WORD_LINES_MAX + 1];     /* places of their begins, and the text's end */
	uint32_t line_count;
	uint32_t top;                           /* the uppermost line shown */
	bool is_shifted;
	uint32_t drawn[WORD_ROWS_MAX];          /* checksums of what rows show */

	/* The checker, between two words; misspelled: so far. */
	uint32_t check_place, misspelled;
	bool is_checking;
};

/* Begin with a text, its cursor before the first character, and draw it all. bytes is the text's
 * memory, of which the first length hold it; capacity must be above length, and the canvas have
 * WORD_ROWS_MAX rows at most. */
void word_init(struct word *word, struct canvas *canvas, char *bytes, uint32_t length,
	       uint32_t capacity);

/* Do what a key does, by a message's code (lib/event/message_log.h). Returns whether there is
 * something to be drawn. */
bool word_key(struct word *word, uint32_t code);

/* Draw the lines that have changed since the last time, and let the checker begin again. */
void word_draw(struct word *word);

/* Resume the checker, if there is nothing to be drawn: it looks one word up, underlines it if it is
 * misspelled, and takes the line away if not. Returns false once it has reached the text's end. */
bool word_check(struct word *word);

#endif
