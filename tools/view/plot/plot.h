/* SPDX-License-Identifier: MIT */
/* Pictures: data and style in, an SVG or PNG file out, drawn by gnuplot. Nothing here knows
 * what the data mean. */
#ifndef TOOLS_VIEW_PLOT_H
#define TOOLS_VIEW_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tools/table/chart.h"

struct plot_curve {
	const char *name;       /* in the key; NULL: not in it */
	enum chart_style style;
	const struct chart_point *points;
	size_t count;           /* with none the curve is left out */
	size_t colour;          /* which of the plot's colours, from 1 on; 0: that of its place */
	unsigned dashes;        /* which of a few ways to be dashed; 0: not */
};

struct plot {
	const char *title;
	const char *subtitle;   /* a second line, or NULL: of what machine, on which time base */
	struct chart_axis x, y;
	const struct plot_curve *curves;
	size_t curve_count;
	/* "#rrggbb" of each curve; NULL: colours of our own,
	 * which the colour-blind can tell apart. */
	const char *const *colours;
	const struct chart_mark *marks;
	size_t mark_count;
	const char *unit;       /* in which figures are that are drawn, where others are left out;
				 * NULL: none are */
	size_t lanes;           /* that lie above one another in a named row; 0: one */
};

/* A line's dashes and the gaps between them, as SVG's stroke-dasharray has them. */
#define PLOT_DASHES 4
extern const char *const plot_dashes[PLOT_DASHES];

/* Whether gnuplot is installed, and what to say if not. */
bool plot_is_installed(void);
extern const char plot_is_missing[];

enum plot_medium {
	PLOT_SVG,               /* a file of its own */
	PLOT_PNG,
	PLOT_PDF,
	PLOT_EPS,
	PLOT_PAGE,              /* SVG without title and key, which the page has as text */
};

#define PLOT_SUFFIXES ".svg, .png, .pdf, .eps"

/* That of a file by how its name ends; SVG if it has no suffix. False if it has one of none. */
bool plot_medium_of(const char *path, enum plot_medium *medium);

/* Whether any curve has a point that can be drawn. */
bool plot_has_data(const struct plot *plot);

/* The number among the curves of that which is drawn as the given one, counted from 1: a curve
 * without such a point is left out. 0 when it is the one left out. */
size_t plot_drawn_number(const struct plot *plot, size_t curve);

/* Whether a point can be drawn: both of its coordinates are finite, and positive on an axis that is
 * logarithmic. */
bool plot_shows(const struct plot *plot, const struct chart_point *point);

/* "#rrggbb". */
const char *plot_colour(const struct plot *plot, size_t curve);

/* Draw the plots, each of which has data, one after the other into file, which must be one of the
 * system's. The same plots give the same bytes, but for the date
 * in a PDF or an EPS. Waits for gnuplot, of which one process draws all,
 * but not for ever. On failure says why on standard error and returns false. Texts may hold
 * anything but are drawn as they are, on one line. */
bool plot_draw(const struct plot *const *plots, size_t count, enum plot_medium medium, FILE *file);

/* The same with all of them in one picture, one below the other. */
bool plot_draw_stack(const struct plot *const *plots, size_t count, enum plot_medium medium,
		     FILE *file);

/* The same into a file of that name, as one picture, one plot below the other. When there is
 * nothing to draw says so; on failure leaves no file. */
bool plot_write(const struct plot *const *plots, size_t count, const char *path);

/* How wide a page's picture is, in pixels of its own: as its rows' names need. */
#define PLOT_PAGE_WIDTH_MAX 560 /* of one that a phone shows whole */
unsigned plot_page_width(const struct plot *plot);

/* What gnuplot is told for it; and for several in one picture, of which there is at least one. */
void plot_script(const struct plot *plot, enum plot_medium medium, FILE *file);
void plot_script_stack(const struct plot *const *plots, size_t count, enum plot_medium medium,
		       FILE *file);

#endif
