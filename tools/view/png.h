/* SPDX-License-Identifier: MIT */
/* Writes black-and-white images. */
#ifndef TOOLS_VIEW_PNG_H
#define TOOLS_VIEW_PNG_H

#include <stdbool.h>
#include <stdint.h>

/* Write an image with a byte per pixel, by rows from the upper left: 0 is black, other values are
 * white. Neither width nor height may be 0. On failure, prints the cause and returns false. W3C,
 * "Portable Network Graphics (PNG) Specification", "Chunk specifications". */
bool png_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height);

#endif
