/* SPDX-License-Identifier: MIT */
/* The screen of an application: a grid of cells with one glyph each, in memory that a real screen
 * may show. The canvas counts what is drawn. */
#ifndef LIB_APP_CANVAS_H
#define LIB_APP_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/app/font.h"

struct canvas {
	uint32_t *pixels;
	uint32_t pitch;                 /* distance from one line to the next, in pixels */
	uint32_t columns, rows;         /* in cells */
	const uint8_t (*font)[GLYPH_HEIGHT];    /* GLYPHS glyphs; the leftmost pixel is the highest
						 * bit */
	uint32_t ink, paper;            /* colours */

	uint64_t glyphs_drawn, pixels_drawn;
};

/* Draw a character, or '?' if the character has no glyph. is_inverse exchanges ink and paper, as
 * for a cursor. */
void canvas_draw(struct canvas *canvas, uint32_t row, uint32_t column, char c, bool is_inverse);

/* Clear the cells of a row, from a column on. */
void canvas_clear(struct canvas *canvas, uint32_t row, uint32_t column);

/* Checksum of all cells, independent of the colours: lib/wire/crc.h over one byte per pixel, 1 for
 * ink. */
uint32_t canvas_crc(const struct canvas *canvas);

#endif
