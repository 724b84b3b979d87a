/* SPDX-License-Identifier: MIT */
#include "lib/app/shape.h"

void shape_fill(struct canvas *canvas, const struct shape *shape, bool is_ink)
{
	uint32_t *line = canvas->pixels + (uint64_t)shape->y * canvas->pitch + shape->x;

	for (uint32_t y = 0; y < shape->height; y++, line += canvas->pitch) {
		for (uint32_t x = 0; x < shape->width; x++)
			line[x] = is_ink ? canvas->ink : canvas->paper;
	}
	canvas->pixels_drawn += (uint64_t)shape->width * shape->height;
}

void shape_outline(struct canvas *canvas, const struct shape *shape)
{
	uint32_t right = shape->x + shape->width - 1, bottom = shape->y + shape->height - 1;

	shape_fill(canvas, &(struct shape){shape->x, shape->y, shape->width, 1}, true);
	shape_fill(canvas, &(struct shape){shape->x, bottom, shape->width, 1}, true);
	shape_fill(canvas, &(struct shape){shape->x, shape->y, 1, shape->height}, true);
	shape_fill(canvas, &(struct shape){right, shape->y, 1, shape->height}, true);
}
