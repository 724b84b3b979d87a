/* SPDX-License-Identifier: MIT */
/* Drawing of an area, for its parts. */
#ifndef TOOLS_VIEW_PLOT_AREA_DRAW_H
#define TOOLS_VIEW_PLOT_AREA_DRAW_H

#include <stdio.h>

#include "tools/view/plot/scale.h"

struct area {
	const struct plot *plot;
	FILE *file;
	double width, height;   /* in pixels; width 0: fluid */
	struct plot_scale x, y;
};

/* The position of a value along x, from 0 to 1. */
double area_place(const struct area *area, double x);

/* The position of a value along y, in pixels from the top. */
double area_y(const struct area *area, double y);

/* Whether a place is on the axis or differs by rounding only. */
bool area_contains(double place);

/* Write an attribute with a number. */
void area_write_attribute(const struct area *area, const char *name, double value);

/* Write an attribute with a position or length along x, from 0 to 1. */
void area_write_x(const struct area *area, const char *name, double place);

/* Begin and end an element for paths. If the axes are fixed, the element clips at their ends. */
void area_begin_paths(const struct area *area);
void area_end_paths(const struct area *area);

/* Begin and end a path in that element. */
void area_begin_path(const struct area *area);
void area_end_path(const struct area *area);

/* Write a command of the path: 'M' and 'L' with place and y, 'H' with place, 'V' with y. */
void area_write_step(const struct area *area, char command, double place, double y);

/* Write a text at a place along x. */
void area_write_text(const struct area *area, double place, double y, const char *anchor,
		     const char *text);

/* Write a text at a distance from the left end, x in pixels. */
void area_write_left(const struct area *area, double x, double y, const char *anchor,
		       const char *text);

/* Write the grid, the axes and the names of rows. */
void area_write_axes(const struct area *area);

void area_write_marks(const struct area *area);
void area_write_curves(const struct area *area);

#endif
