/* SPDX-License-Identifier: MIT */
/* The font that text is drawn in, by the console and by applications. */
#ifndef LIB_APP_FONT_H
#define LIB_APP_FONT_H

#include <stdint.h>

#define GLYPH_WIDTH 8u
#define GLYPH_HEIGHT 16u
#define GLYPHS 128u

/* A byte a line of pixels; the leftmost is the highest bit. Of the programs that measure: the host
 * tool has none. */
extern const uint8_t font_glyphs[GLYPHS][GLYPH_HEIGHT];

#endif
