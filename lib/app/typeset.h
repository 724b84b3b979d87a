/* SPDX-License-Identifier: MIT */
/* Where a word processor's characters stand: each as wide as its ink, in lines that are justified
 * on both sides but for a paragraph's last. */
#ifndef LIB_APP_TYPESET_H
#define LIB_APP_TYPESET_H

#include "lib/app/word.h"

/* Find how wide the glyphs of the canvas's font are. */
void typeset_measure(struct word *word);

/* Divide the text into lines. The functions below want it done since the text changed. */
void typeset_lay_out(struct word *word);

/* The glyph of a place below the text's length. */
uint32_t typeset_glyph(const struct word *word, uint32_t place);

/* Pixels of a full line; beyond it is room for a cursor. */
uint32_t typeset_width(const struct word *word);

/* The line that a place is in, at most the text's length. */
uint32_t typeset_line(const struct word *word, uint32_t place);

/* One character after the other of a line, with where it is drawn. */
struct pen {
	uint32_t place, end;    /* of what is shown: without the blank or the line's end after it */
	uint32_t x;
	uint32_t extra, odd;    /* pixels that blanks are wider by; the first so many by one more */
};

/* At the first character of a line, and on to the next one; place must be below end. */
struct pen pen_begin(const struct word *word, uint32_t line);
void pen_next(const struct word *word, struct pen *pen);

#endif
