/* SPDX-License-Identifier: MIT */
/* What an application draws its text on: a grid of cells of a glyph each, in memory that a screen
 * may show. What is drawn is counted. */
#ifndef LIB_APP_CANVAS_H
#define LIB_APP_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/app/font.h"

struct canvas {
	uint32_t *pixels;
	uint32_t pitch;                 /* pixels from one line to the next */
	uint32_t columns, rows;         /* of cells */
	const uint8_t (*font)[GLYPH_HEIGHT];    /* GLYPHS of them; the leftmost bit is highest */
	uint32_t ink, paper;            /* colours */

	uint64_t glyphs_drawn, pixels_drawn;
};

/* Draw a character, one that has no glyph as '?'; or with ink and paper exchanged, as a cursor is
 * shown. */
void canvas_draw(struct canvas *canvas, uint32_t row, uint32_t column, char c, bool is_inverse);

/* Make the cells of a row from a column on paper. */
void canvas_clear(struct canvas *canvas, uint32_t row, uint32_t column);

/* The checksum of all cells, whatever the colours are: lib/wire/crc.h over a byte a pixel, 1 for
 * ink. */
uint32_t canvas_crc(const struct canvas *canvas);

#endif
