/* SPDX-License-Identifier: MIT */
/* Layout of a word processor: each character is as wide as its ink, and all lines but a paragraph's
 * last are justified. */
#ifndef LIB_APP_TYPESET_H
#define LIB_APP_TYPESET_H

#include <stdint.h>

#include "lib/app/canvas.h"
#include "lib/app/gap_buffer.h"

#define TYPESET_LINES_MAX 1024u         /* further lines are not laid out */

/* A text and its layout. The caller sets text and canvas. */
struct typeset {
	struct gap_buffer text;
	struct canvas *canvas;
	uint8_t left[GLYPHS], width[GLYPHS];    /* of the ink in a glyph's cell, and its advance */
	uint32_t lines[TYPESET_LINES_MAX + 1];  /* index of each line's start, and the text's end */
	uint32_t line_count;
};

/* Measure the widths of the canvas font's glyphs. */
void typeset_measure(struct typeset *layout);

/* Divide the text into lines. Call it after each change of the text and before the functions
 * below. */
void typeset_lay_out(struct typeset *layout);

/* The glyph at a place below the text's length. */
uint32_t typeset_glyph(const struct typeset *layout, uint32_t place);

/* Width of a full line in pixels, without the room for a cursor. */
uint32_t typeset_width(const struct typeset *layout);

/* The line that contains a place, which is at most the text's length. */
uint32_t typeset_line(const struct typeset *layout, uint32_t place);

/* Position of each character of a line, in order. */
struct pen {
	uint32_t place, end;    /* of the part that is shown, without the blank or line end after
				 * it */
	uint32_t x;
	uint32_t extra, odd;    /* extra pixels of each blank, and number of blanks that get another
				 * pixel */
};

/* pen_begin() starts at the first character of a line. pen_next() goes on to the next character;
 * place must be below end. */
struct pen pen_begin(const struct typeset *layout, uint32_t line);
void pen_next(const struct typeset *layout, struct pen *pen);

#endif
