/* Pictures: data and style in, an SVG file out, drawn by gnuplot. Nothing here knows what the data
 * mean. */
#ifndef TOOLS_PLOT_H
#define TOOLS_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum plot_style {
	PLOT_LINES,
	PLOT_STEPS,             /* a level from each point to the next */
	PLOT_POINTS,
	PLOT_IMPULSES,          /* a line from the axis up to each point */
	PLOT_BARS,              /* a box from (x, base) to (x_end, y) */
};

struct plot_point {
	double x, y;
	double x_end, base;     /* of a bar alone */
};

struct plot_curve {
	const char *name;       /* in the key; NULL: not in it */
	enum plot_style style;
	const struct plot_point *points;
	size_t count;           /* with none the curve is left out */
};

struct plot_axis {
	const char *label;      /* what it shows, with its unit */
	bool is_log;
	double low, high;       /* both 0: as the data need */
	bool from_zero;         /* these, but from 0 on */
	/* Ticks at 0, 1, 2 … with these names, in numbers' place. */
	const char *const *names;
	size_t name_count;
};

struct plot {
	const char *title;
	const char *subtitle;   /* a second line, or NULL: of what machine, on which time base */
	struct plot_axis x, y;
	const struct plot_curve *curves;
	size_t curve_count;
};

/* Draw the plot into an SVG file. The same plot gives the same bytes. Waits for gnuplot, but not
 * for ever. On failure, or when no curve has a point, says why on standard error, leaves no file
 * and returns false. Texts may hold anything but are drawn as they are, on one line. */
bool plot_write(const struct plot *plot, const char *path);

/* What gnuplot is told for it. */
void plot_script(const struct plot *plot, FILE *file);

#endif
