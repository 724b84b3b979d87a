/* SPDX-License-Identifier: MIT */
/* Charts of curves, independent of the meaning of the data. */
#ifndef TOOLS_VIEW_PLOT_H
#define TOOLS_VIEW_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/table/chart.h"

struct plot_curve {
	const char *name;       /* in the key; NULL: no entry */
	enum chart_style style;
	const struct chart_point *points;
	size_t count;           /* 0: the curve is omitted */
	size_t colour;          /* number of the plot's colour, from 1; 0: by position */
	unsigned dashes;        /* number of a pattern; 0: solid */
	unsigned stage;         /* of stacked bars: its place in the stack, from 1; 0: no stack */
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
	const char *const *row_values; /* at the right of the named rows, from below; or NULL */
	bool has_end_names;     /* the curves' names fit at their ends */
	size_t name_letters;    /* room for the names of rows, in characters; 0: any */
};

/* Lengths of a curve's dashes and gaps, in the format of SVG's stroke-dasharray. */
const char *plot_dashes(const struct plot_curve *curve);

/* The number of a stage's colour on the page, from 1. All later stages share the last one. */
unsigned plot_stage(const struct plot_curve *curve);

#define PLOT_REFERENCE_COLOUR "#7d7d7d"

/* Whether any curve has a point that can be drawn. */
bool plot_has_data(const struct plot *plot);

/* Whether a curve has a point that can be drawn. */
bool plot_is_drawn(const struct plot *plot, size_t curve);

/* Whether a point can be drawn: its coordinates are finite, and positive on logarithmic axes. */
bool plot_shows(const struct plot *plot, const struct chart_point *point);

/* A curve's colour, "#rrggbb". */
const char *plot_colour(const struct plot *plot, size_t curve);

#endif
