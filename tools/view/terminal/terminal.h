/* SPDX-License-Identifier: MIT */
/* Pictures for a terminal, of characters: curves in dots of braille, two by four to a character,
 * and a mark at each point; bars and maps in blocks. Nothing here knows what the data mean. */
#ifndef TOOLS_VIEW_TERMINAL_TERMINAL_H
#define TOOLS_VIEW_TERMINAL_TERMINAL_H

#include "tools/view/plot/plot.h"

/* How wide a picture is, in characters, where nothing tells; and the bounds of what may. */
#define TERMINAL_COLUMNS 100
#define TERMINAL_COLUMNS_MIN 40
#define TERMINAL_COLUMNS_MAX 300

/* The width of a picture that is written to a file: that of COLUMNS in the environment, else that
 * of the terminal that the file is, within the bounds; else TERMINAL_COLUMNS. */
size_t terminal_width(int file);

/* Draw a plot that has data, no line longer than the width, which is within the bounds. In colour
 * each curve has the colour that it has everywhere; without, marks and patterns tell them apart.
 * The same plot gives the same bytes. */
void terminal_draw(const struct plot *plot, size_t width, bool has_colour, FILE *file);

/* ---- For the parts ---- */

#define DOTS_ACROSS 2
#define DOTS_DOWN 4

/* What a place holds; of several things the last. */
struct terminal_cell {
	unsigned char dots;             /* of a braille character */
	const char *mark;               /* in its place; or NULL */
	size_t curve;                   /* whose it is; SIZE_MAX: nobody's */
};

struct terminal {
	const struct plot *plot;
	bool has_colour;
	size_t width;                   /* of the whole, in characters */
	size_t columns, rows;           /* of the canvas, in characters */
	size_t margin;                  /* left of it, for the labels of the vertical axis */
	double x_low, x_high, y_low, y_high;    /* logarithms where the axis is */
	double stretch;                 /* of named rows: by which their bars are made higher */
	struct terminal_cell *cells;    /* row by row from the top */
	FILE *file;
};

/* Where a value lies on an axis, from 0 to 1; outside of that it does not show. */
double terminal_place_x(const struct terminal *terminal, double x);
double terminal_place_y(const struct terminal *terminal, double y);

/* Axes with their ticks and labels, and the key. */
#define TERMINAL_TICKS_MAX 64

struct terminal_tick {
	double value;
	char label[32];
};

/* The ticks of an axis between two values of it, rising. Returns how many. */
size_t terminal_ticks(const struct chart_axis *axis, double low, double high, size_t wanted,
		      struct terminal_tick ticks[TERMINAL_TICKS_MAX]);

/* A text that is longer than its field is cut in its middle, for names that begin alike end
 * otherwise: how much of it comes first, and what last; all of it and nothing where it has room. */
struct terminal_cut {
	size_t head_bytes;
	const char *tail;
};

struct terminal_cut terminal_cut(const char *label, size_t width);

/* How wide the field of an axis' labels is in a picture of that width. */
size_t terminal_margin(const struct chart_axis *axis, size_t width);

/* The sign that stands for a curve at its points and in the key. */
const char *terminal_sign(const struct plot *plot, size_t curve, bool has_colour);

void terminal_begin_colour(const struct terminal *terminal, size_t curve);
void terminal_end_colour(const struct terminal *terminal, size_t curve);

/* Write the canvas within its axes, and under it the key. */
void terminal_write(const struct terminal *terminal);

#endif
