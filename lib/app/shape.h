/* SPDX-License-Identifier: MIT */
/* Rectangles of pixels, which must be inside of a canvas. They count as drawn pixels of the
 * canvas. */
#ifndef LIB_APP_SHAPE_H
#define LIB_APP_SHAPE_H

#include "lib/app/canvas.h"

/* In pixels. */
struct shape {
	uint32_t x, y, width, height;
};

/* Fill it with ink or paper. */
void shape_fill(struct canvas *canvas, const struct shape *shape, bool is_ink);

/* Draw its four edges, one pixel wide. */
void shape_outline(struct canvas *canvas, const struct shape *shape);

#endif
