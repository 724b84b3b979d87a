/* SPDX-License-Identifier: MIT */
/* Pictures of pixels that are black or white, as files. */
#ifndef TOOLS_VIEW_PNG_H
#define TOOLS_VIEW_PNG_H

#include <stdbool.h>
#include <stdint.h>

/* Write a picture of width by height, none of them 0, a byte a pixel from the upper left corner on,
 * line by line: 0 is black, all else white. Returns false, having said why, if it could not be
 * written. W3C, "Portable Network Graphics (PNG) Specification", "Chunk specifications". */
bool png_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height);

#endif
