/* SPDX-License-Identifier: MIT */
/* A minimal plain text editor with the user-visible behavior of a real one: keys change the text or
 * move the cursor, and changed glyphs are drawn. "Using Latency to Evaluate Computer System
 * Performance", "Microsoft Notepad". A key changes the text at once. The screen follows later, with
 * one draw for all keys before it (batching).
 *
 * It does not depend on a machine: the target runs it, and the host runs it again from the log. */
#ifndef LIB_APP_EDITOR_H
#define LIB_APP_EDITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/app/canvas.h"
#include "lib/app/gap_buffer.h"

#define EDITOR_KEY_SAVE 0x3cu           /* F2: not handled here, as it needs a disk */

struct editor {
	struct gap_buffer text;
	struct canvas *canvas;
	uint32_t top;           /* index of the first character of the top line shown */
	uint32_t left;          /* columns scrolled off to the left */
	uint32_t row, column;   /* of the cursor: on the screen, and in its line */
	uint32_t wanted_column; /* column that up and down return to */
	bool is_shifted;

	/* Work of the next draw: rows from first to last; the first row only from a column of its
	 * line on. None if first is above last. */
	uint32_t damage_first, damage_last, damage_column;
	uint32_t drawn_row, drawn_column;       /* shown cursor, in cells */
	bool is_dark;                           /* the blinking cursor is off */
};

/* Start with a text, its cursor before the first character, and draw it. bytes is the text's memory
 * with length characters; capacity must be above length. */
void editor_init(struct editor *editor, struct canvas *canvas, char *bytes, uint32_t length,
		 uint32_t capacity);

/* Handle a key, by its message code (lib/event/message_log.h). Returns whether a draw is needed. */
bool editor_key(struct editor *editor, uint32_t code);

/* Draw all changes since the last draw. */
void editor_draw(struct editor *editor);

/* Toggle the cursor. Does nothing if a draw is needed, because that shows it. */
void editor_blink(struct editor *editor);

#endif
