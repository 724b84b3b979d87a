/* SPDX-License-Identifier: MIT */
/* Describes a chart of a table: the role of each column. Does not draw. */
#ifndef TOOLS_TABLE_CHART_H
#define TOOLS_TABLE_CHART_H

#include <stdbool.h>
#include <stddef.h>

enum chart_kind {
	CHART_NONE,
	CHART_CURVES, /* value by x, a curve for each set of names */
	CHART_DOTS, /* a row for each set of names: value, with the range from low to high */
	CHART_STACK, /* a row for each set of names: its stages, stacked */
	CHART_GROUPS, /* the same, side by side */
	CHART_HEAT_MAP, /* a cell for each x and y, darker for larger values */
	CHART_INTERVALS, /* a row for each set of names, with bars from x to x_end */
	CHART_LAYERS, /* points at their own coordinates, in the style of their layer */
	CHART_DRAWING, /* an SVG document */
};

enum chart_style {
	CHART_LINES,
	CHART_LINES_POINTS,
	CHART_REFERENCE, /* a thin dashed line, for comparison */
	CHART_STEPS, /* a level from each point to the next */
	CHART_POINTS,
	CHART_IMPULSES, /* a line from the axis to each point */
	CHART_BARS, /* a box from (x, base) to (x_end, y) */
};

struct chart_axis {
	const char *label; /* with the unit */
	bool is_log;
	bool is_size; /* in bytes, with binary prefixes; needs is_log */
	bool is_count; /* counts: ticks are integers */
	double low, high; /* both 0: range of the data */
	bool from_zero; /* range of the data, extended to 0 */
	double scale;   /* one unit of the column in the label's unit; 0: 1 */
	const char *const *names; /* labels at 0, 1, 2 … in place of numbers */
	size_t name_count;
};

/* A vertical line in the chart, with its name. */
struct chart_mark {
	double x;
	const char *name;
};

struct chart_point {
	double x, y;
	double x_end, base; /* only of bars */
	double low, high; /* ends of the interval of y; both 0: none */
	const char *hover; /* text on a page for the pointer; or NULL */
	/* Texts, or NULL. A bar has text in its middle if it fits, or else short_text. The first
	 * point of a reference line has the line's name and value, which are above the middle of
	 * the line. */
	const char *text, *short_text;
};

/* Points that are not in the table. Without points: the style of the rows of that name. */
struct chart_layer {
	const char *name; /* in the key; NULL: no entry */
	enum chart_style style;
	const struct chart_point *points;
	size_t count;
	bool takes_rest; /* applies to rows whose name no layer has */
	unsigned dashes; /* number of a pattern; 0: solid. Shows lines that coincide */
};

#define CHART_NAMES_MAX 8

struct chart {
	enum chart_kind kind;
	/* Columns by name. names: those whose cells together name a curve or a row. */
	const char *names[CHART_NAMES_MAX];
	const char *x, *y; /* y: the value; of layers and heat maps, the vertical position */
	const char *x_end, *base;
	const char *low, *high;  /* of dots; for a quantity, the ends of its interval */
	const char *low_to_high; /* name of that range; NULL: the interquartile range */
	const char *stage; /* of a stack or groups */
	const char *value_name; /* label of the axis of values; NULL: per operation */
	const char *value; /* of a heat map */
	/* of curves: one of names, which determines the colour; the other names determine the
	 * dashes. NULL: a colour for each curve */
	const char *colour;
	/* of dots: a column that is not in names. Its values are stacked in a row, each in its
	 * colour. Or NULL */
	const char *lane;
	struct chart_axis x_axis, y_axis;
	const struct chart_layer *layers;
	size_t layer_count;
	const struct chart_mark *marks;
	size_t mark_count;
	const char *note; /* sentences that explain layers and marks; or NULL */
	const char *svg; /* of a drawing */
	double svg_width; /* in pixels */
	double svg_top;   /* height of the titles, which the page leaves out */
};

#endif
