/* SPDX-License-Identifier: MIT */
/* The font of console and applications. */
#ifndef LIB_APP_FONT_H
#define LIB_APP_FONT_H

#include <stdint.h>

#define GLYPH_WIDTH 8u
#define GLYPH_HEIGHT 16u
#define GLYPHS 128u

/* One byte per line of pixels, with the leftmost pixel in the highest bit. The font is part of the
 * programs that measure, not of the host tool. */
extern const uint8_t font_glyphs[GLYPHS][GLYPH_HEIGHT];

#endif
