/* SPDX-License-Identifier: MIT */
/* An editor of plain text, as small as one can be that does what the user of one sees: keys change
 * a text or move in it, and what they changed on the screen is drawn glyph by glyph. "Using Latency
 * to Evaluate Computer System Performance", "Microsoft Notepad". A key changes the text at once and
 * the screen later, once for all keys that came before the draw: batching.
 *
 * It knows no machine: the target runs it, and the host runs it again over what was logged. */
#ifndef LIB_APP_EDITOR_H
#define LIB_APP_EDITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/app/canvas.h"
#include "lib/app/gap_buffer.h"

struct editor {
	struct gap_buffer text;
	struct canvas *canvas;
	uint32_t top;           /* place of the first character of the uppermost line shown */
	uint32_t left;          /* columns of every line that lie left of the screen */
	uint32_t row, column;   /* of the cursor: on the screen, and in its line */
	uint32_t wanted_column; /* that up and down go back to */
	bool is_shifted;

	/* What the next draw has to do: rows from first to last, the first from a column of its
	 * line on; none if first is above last. */
	uint32_t damage_first, damage_last, damage_column;
	uint32_t drawn_row, drawn_column;       /* where the cursor is shown, in cells */
	bool is_dark;                           /* and whether it is not, for half of a blink */
};

/* Begin with a text, its cursor before the first character, and draw it all. bytes is the text's
 * memory, of which the first length hold it; capacity must be above length. */
void editor_init(struct editor *editor, struct canvas *canvas, char *bytes, uint32_t length,
		 uint32_t capacity);

/* Do what a key does, by a message's code (lib/event/message_log.h). Returns whether there is
 * something to be drawn. */
bool editor_key(struct editor *editor, uint32_t code);

/* Draw what has changed since the last time. */
void editor_draw(struct editor *editor);

/* Let the cursor go out, or light it again; nothing where a draw is due, which lights it. */
void editor_blink(struct editor *editor);

#endif
