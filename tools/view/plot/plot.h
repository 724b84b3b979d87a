/* SPDX-License-Identifier: MIT */
/* Charts drawn by gnuplot, as SVG or PNG files. Independent of the meaning of the data. */
#ifndef TOOLS_VIEW_PLOT_H
#define TOOLS_VIEW_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tools/table/chart.h"

struct plot_curve {
	const char *name;       /* in the key; NULL: no entry */
	enum chart_style style;
	const struct chart_point *points;
	size_t count;           /* 0: the curve is omitted */
	size_t colour;          /* number of the plot's colour, from 1; 0: by position */
	unsigned dashes;        /* index in plot_dashes; 0: solid */
};

struct plot {
	const char *title;
	const char *subtitle;   /* second line of the title: machine and time base; or NULL */
	struct chart_axis x, y;
	const struct plot_curve *curves;
	size_t curve_count;
	/* "#rrggbb" of each curve; NULL: colours that colour-blind readers can distinguish */
	const char *const *colours;
	const struct chart_mark *marks;
	size_t mark_count;
	const char *unit;       /* of the drawn values, if others are omitted; else NULL */
	size_t lanes;           /* stacked in a named row; 0: one */
};

/* Lengths of dashes and gaps, in the format of SVG's stroke-dasharray. */
#define PLOT_DASHES 4
extern const char *const plot_dashes[PLOT_DASHES];

/* Whether gnuplot is installed, and the message if it is not. */
bool plot_is_installed(void);
extern const char plot_is_missing[];

enum plot_medium {
	PLOT_SVG,               /* a file */
	PLOT_PNG,
	PLOT_PDF,
	PLOT_EPS,
	PLOT_PAGE,              /* SVG without title and key, which are text on the page */
};

#define PLOT_SUFFIXES ".svg, .png, .pdf, .eps"

/* The medium of a file by its suffix; SVG without a suffix. Returns false if the suffix is
 * unknown. */
bool plot_medium_of(const char *path, enum plot_medium *medium);

/* Whether any curve has a point that can be drawn. */
bool plot_has_data(const struct plot *plot);

/* The number of a curve among those drawn, from 1; 0 if it has no point that can be drawn. */
size_t plot_drawn_number(const struct plot *plot, size_t curve);

/* Whether a point can be drawn: its coordinates are finite, and positive on logarithmic axes. */
bool plot_shows(const struct plot *plot, const struct chart_point *point);

/* A curve's colour, "#rrggbb". */
const char *plot_colour(const struct plot *plot, size_t curve);

/* Draw plots that have data, one after the other, into file, which must have a file descriptor.
 * Equal plots give equal bytes, except for the date in PDF and EPS. Runs one gnuplot process for
 * all plots, with a timeout. Texts are drawn literally, on one line. On failure, prints the cause
 * and returns false. */
bool plot_draw(const struct plot *const *plots, size_t count, enum plot_medium medium, FILE *file);

/* Draw all plots into one image, below each other. */
bool plot_draw_stack(const struct plot *const *plots, size_t count, enum plot_medium medium,
		     FILE *file);

/* Draw all plots into one image in a new file, below each other. If there is nothing to draw, or on
 * failure, prints the cause, leaves no file and returns false. */
bool plot_write(const struct plot *const *plots, size_t count, const char *path);

/* Width of a chart on a page, in pixels; depends on the rows' names. */
#define PLOT_PAGE_WIDTH_MAX 560 /* fits the width of a phone */
unsigned plot_page_width(const struct plot *plot);

/* Write gnuplot's script for one plot, and for at least one plot in one image. */
void plot_script(const struct plot *plot, enum plot_medium medium, FILE *file);
void plot_script_stack(const struct plot *const *plots, size_t count, enum plot_medium medium,
		       FILE *file);

#endif
