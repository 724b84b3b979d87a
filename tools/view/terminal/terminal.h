/* SPDX-License-Identifier: MIT */
/* Charts for a terminal, made of characters. Curves are braille dots, two by four per character,
 * with a mark at each point. Bars and maps are blocks. Independent of the meaning of the data. */
#ifndef TOOLS_VIEW_TERMINAL_TERMINAL_H
#define TOOLS_VIEW_TERMINAL_TERMINAL_H

#include <stdio.h>

#include "tools/base/terminal_width.h"
#include "tools/view/plot/plot.h"
#include "tools/view/plot/ticks.h"

/* Draw a plot that has data, with no line longer than width. width must be within the limits. With
 * colours, each curve has the same colour as in all other outputs. Without, marks and patterns
 * distinguish curves. Equal plots give equal bytes. */
void terminal_draw(const struct plot *plot, size_t width, bool has_colour, FILE *file);

/* ---- Parts ---- */

#define DOTS_ACROSS 2
#define DOTS_DOWN 4

/* One character of the canvas. The last object drawn there replaces others. */
struct terminal_cell {
	unsigned char dots;             /* of a braille character */
	const char *mark;               /* replaces the dots; or NULL */
	size_t curve;                   /* SIZE_MAX: none */
};

struct terminal {
	const struct plot *plot;
	bool has_colour;
	size_t width;                   /* of all columns, in characters */
	size_t columns, rows;           /* of the canvas, in characters */
	size_t margin;                  /* left of the canvas, for labels of the vertical axis */
	double x_low, x_high, y_low, y_high;    /* logarithms on a logarithmic axis */
	double stretch;                 /* factor for the height of bars in named rows */
	struct terminal_cell *cells;    /* by row, from the top */
	FILE *file;
};

/* Position of a value on an axis, from 0 to 1. Positions outside are not drawn. */
double terminal_place_x(const struct terminal *terminal, double x);
double terminal_place_y(const struct terminal *terminal, double y);

/* Axes with ticks and labels, and the key. */

struct terminal_tick {
	double value;
	char label[32];
};

/* The ticks of an axis between two of its values, ascending. Returns their number. */
size_t terminal_ticks(const struct chart_axis *axis, double low, double high, size_t wanted,
		      struct terminal_tick ticks[TICKS_MAX]);

/* A text shortened in its middle to fit a field, because names often differ only at their ends.
 * head_bytes are shown first, then tail. A text that fits has an empty tail. */
struct terminal_cut {
	size_t head_bytes;
	const char *tail;
};

struct terminal_cut terminal_cut(const char *label, size_t width);

/* The width of the field for an axis' labels in a chart of that width. */
size_t terminal_margin(const struct chart_axis *axis, size_t width);

/* The mark of a curve at its points and in the key. */
const char *terminal_sign(const struct plot *plot, size_t curve, bool has_colour);

void terminal_begin_colour(const struct terminal *terminal, size_t curve);
void terminal_end_colour(const struct terminal *terminal, size_t curve);

/* Write the canvas with its axes, followed by the key. */
void terminal_write(const struct terminal *terminal);

#endif
