/* SPDX-License-Identifier: MIT */
/* How a table is drawn: which of its columns are what in a picture. Nothing here draws. */
#ifndef TOOLS_TABLE_CHART_H
#define TOOLS_TABLE_CHART_H

#include <stdbool.h>
#include <stddef.h>

enum chart_kind {
	CHART_NONE,
	CHART_CURVES, /* value against x, a curve for each set of names */
	CHART_DOTS, /* a row for each set of names: value, in the range from low to high */
	CHART_STACK, /* a row for each set of names: the values of its stages in turn */
	CHART_GROUPS, /* the same, side by side */
	CHART_HEAT_MAP, /* a cell for each x and y, the darker the larger its value */
	CHART_INTERVALS, /* a row for each set of names, with bars from x to x_end */
	CHART_LAYERS, /* points as they are, each in the style of its layer */
	CHART_DRAWING, /* drawn already: an SVG document */
};

enum chart_style {
	CHART_LINES,
	CHART_LINES_POINTS,
	CHART_REFERENCE, /* a thin dashed line, to compare others with */
	CHART_STEPS, /* a level from each point to the next */
	CHART_POINTS,
	CHART_IMPULSES, /* a line from the axis up to each point */
	CHART_BARS, /* a box from (x, base) to (x_end, y) */
};

struct chart_axis {
	const char *label; /* what it shows, with its unit */
	bool is_log;
	bool is_size; /* logarithmic, in bytes with binary prefixes; needs is_log */
	bool is_count; /* of whole things: no tick divides one */
	double low, high; /* both 0: as the data need */
	bool from_zero; /* these, but from 0 on */
	double scale;   /* what one of the column's numbers is in label's unit; 0: one */
	const char *const *names; /* ticks at 0, 1, 2 … in numbers' place */
	size_t name_count;
};

/* A vertical line across the picture, with its name. */
struct chart_mark {
	double x;
	const char *name;
};

struct chart_point {
	double x, y;
	double x_end, base; /* of a bar alone */
	const char *hover; /* what it says on a page when pointed at; or NULL */
	const char *text; /* in the middle of a bar; or NULL */
};

/* Points that are not the table's own, or, without points, the style of the rows of that name. */
struct chart_layer {
	const char *name; /* in the key; NULL: not in it */
	enum chart_style style;
	const struct chart_point *points;
	size_t count;
	bool takes_rest; /* it is of the rows whose name no layer has */
};

#define CHART_NAMES_MAX 8

struct chart {
	enum chart_kind kind;
	/* Columns by name. names: those whose cells together name a curve, or a row. */
	const char *names[CHART_NAMES_MAX];
	const char *x, *y; /* y: the value, or of layers and heat maps the height */
	const char *x_end, *base;
	const char *low, *high;  /* of dots; a quantity's are the ends of its interval */
	const char *low_to_high; /* what that range is; NULL: the middle half */
	const char *stage; /* of a stack or groups */
	const char *value_name; /* what figures are, on their axis; NULL: of one operation */
	const char *value; /* of a heat map */
	const char *colour; /* of curves: one of names, by which they have their colours, and by
			     * what else names them their dashes; NULL: a colour each */
	const char *lane; /* of dots: a column besides those of names, whose values lie above one
			   * another in a row, each in a colour; or NULL */
	struct chart_axis x_axis, y_axis;
	const struct chart_layer *layers;
	size_t layer_count;
	const struct chart_mark *marks;
	size_t mark_count;
	const char *note; /* what layers and marks are, in sentences; or NULL */
	const char *svg; /* of a drawing */
	double svg_width; /* in pixels */
};

#endif
