/* SPDX-License-Identifier: MIT */
/* A minimal plain text editor with the user-visible behavior of a real one: keys change the text or
 * move the cursor, and changed glyphs are drawn. "Using Latency to Evaluate Computer System
 * Performance", "Microsoft Notepad". A key changes the text at once. The screen follows later, with
 * one draw for all keys before it (batching).
 *
 * The editor does not depend on a machine, so the target runs it, and the host runs it again from
 * the log. */
#ifndef LIB_APP_EDITOR_H
#define LIB_APP_EDITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/app/canvas.h"
#include "lib/app/gap_buffer.h"

#define EDITOR_KEY_SAVE 0x3cu           /* F2: the caller handles it, because it needs a disk */

struct editor {
	struct gap_buffer text;
	struct canvas *canvas;
	uint32_t top;           /* index of the first character of the top line shown */
	uint32_t left;          /* columns scrolled off to the left */
	uint32_t row, column;   /* place of the cursor: row on the screen, column in its line */
	uint32_t wanted_column; /* column that up and down return to */
	bool is_shifted;

	/* Work of the next draw: rows from first to last. In the first row, only columns from
	 * damage_column of its line on. If first is above last, there is none. */
	uint32_t damage_first, damage_last, damage_column;
	uint32_t drawn_row, drawn_column;       /* cell of the shown cursor */
	bool is_dark;                           /* the blinking cursor is off */
};

/* Start with a text, with the cursor before the first character, and draw it. bytes is the text's
 * memory, which contains length characters. capacity must be above length. */
void editor_init(struct editor *editor, struct canvas *canvas, char *bytes, uint32_t length,
		 uint32_t capacity);

/* Handle a key, by its message code (lib/event/message_log.h). Returns whether a draw is needed. */
bool editor_key(struct editor *editor, uint32_t code);

/* Draw all changes since the last draw. */
void editor_draw(struct editor *editor);

/* Toggle the cursor. If a draw is needed, do nothing, because the draw shows the cursor. */
void editor_blink(struct editor *editor);

#endif
