/* SPDX-License-Identifier: MIT */
/* For the parts of an area: what all of them draw with. */
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

/* The position of a value along x, from 0 to 1, and along y, in pixels from above. */
double area_place(const struct area *area, double x);
double area_y(const struct area *area, double y);

/* Whether a place is on the axis or differs by rounding only. */
bool area_contains(double place);

/* Write an attribute with a number. */
void area_write_attribute(const struct area *area, const char *name, double value);

/* Write an attribute with a position or length along x, from 0 to 1. */
void area_write_x(const struct area *area, const char *name, double place);

/* Begin and end an element for paths, which clips what is outside of fixed axes; begin and end a
 * path in it; write a path's command with its numbers: 'M' and 'L' both, 'H' place, 'V' y. */
void area_begin_paths(const struct area *area);
void area_end_paths(const struct area *area);
void area_begin_path(const struct area *area);
void area_end_path(const struct area *area);
void area_write_step(const struct area *area, char command, double place, double y);

/* Write a text at a place, and at a distance from the left end in pixels. */
void area_write_text(const struct area *area, double place, double y, const char *anchor,
		     const char *text);
void area_write_left(const struct area *area, double x, double y, const char *anchor,
		       const char *text);

/* Write grid, axes and the names of rows; the marks; all curves. */
void area_write_axes(const struct area *area);
void area_write_marks(const struct area *area);
void area_write_curves(const struct area *area);

#endif
