/* SPDX-License-Identifier: MIT */
/* Shapes beside text: rectangles of a canvas's pixels, which have to lie in it. What is drawn is
 * counted with the canvas. */
#ifndef LIB_APP_SHAPE_H
#define LIB_APP_SHAPE_H

#include "lib/app/canvas.h"

/* In pixels. */
struct shape {
	uint32_t x, y, width, height;
};

/* Fill it with ink, or with paper. */
void shape_fill(struct canvas *canvas, const struct shape *shape, bool is_ink);

/* Its four edges, one pixel wide. */
void shape_outline(struct canvas *canvas, const struct shape *shape);

#endif
