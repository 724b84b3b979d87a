/* SPDX-License-Identifier: MIT */
/* Layout of a word processor: each character is as wide as its ink, and all lines but a paragraph's
 * last are justified. */
#ifndef LIB_APP_TYPESET_H
#define LIB_APP_TYPESET_H

#include "lib/app/word.h"

/* Measure the widths of the canvas font's glyphs. */
void typeset_measure(struct word *word);

/* Divide the text into lines. Call it after each change of the text and before the functions
 * below. */
void typeset_lay_out(struct word *word);

/* The glyph at a place below the text's length. */
uint32_t typeset_glyph(const struct word *word, uint32_t place);

/* Width of a full line in pixels, without the room for a cursor. */
uint32_t typeset_width(const struct word *word);

/* The line of a place, at most the text's length. */
uint32_t typeset_line(const struct word *word, uint32_t place);

/* Position of each character of a line, in order. */
struct pen {
	uint32_t place, end;    /* of the shown part: without the blank or line end after it */
	uint32_t x;
	uint32_t extra, odd;    /* extra pixels of each blank, and number of blanks with one more */
};

/* Start at the first character of a line; advance to the next one; place must be below end. */
struct pen pen_begin(const struct word *word, uint32_t line);
void pen_next(const struct word *word, struct pen *pen);

#endif
