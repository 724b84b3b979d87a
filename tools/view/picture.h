/* SPDX-License-Identifier: MIT */
/* Converts a table to a plot for gnuplot: assigns rows to curves. */
#ifndef TOOLS_VIEW_PICTURE_H
#define TOOLS_VIEW_PICTURE_H

#include "tools/table/table.h"
#include "tools/view/plot/plot.h"

/* One curve for each layer, stage or shade. Further ones are omitted, because a chart would be
 * unreadable. */
#define PICTURE_CURVES_MAX 64

/* Maximum number of named rows in a chart; the first ones are drawn. */
#define PICTURE_ROWS_MAX 1024

/* The table's plot, allocated with the tables. NULL if its chart does not use gnuplot or has no
 * data. */
const struct plot *picture_of(const struct table *table);

/* Draw every table that has a plot into DIRECTORY/NAME.svg. A table with groups makes one file per
 * group, DIRECTORY/NAME-GROUP.svg. Creates the directory. On failure, prints the cause and returns
 * false. */
bool pictures_write_files(const struct tables *tables, const char *directory);

/* ---- For kinds of charts ---- */

struct picture {
	struct plot plot;
	struct plot_curve curves[PICTURE_CURVES_MAX];
	struct chart_point *points[PICTURE_CURVES_MAX];
	size_t capacity; /* of the newest curve */
	const struct table *table;
	const char *names[CHART_NAMES_MAX]; /* the chart's names that differ between rows */
};

/* Begin a curve of at most capacity points. Returns false without effect if there are
 * PICTURE_CURVES_MAX. */
bool picture_begin_curve(struct picture *picture, const char *name, enum chart_style style,
			 size_t capacity);

/* Add a point to the newest curve. The curve must have room for it. */
void picture_add(struct picture *picture, const struct chart_point *point);

/* Charts with more rows have no hover text, because the page would be too large. */
#define PICTURE_HOVERS_MAX 4096

/* Hover text of a row's value: "delivery: 517 ns (516 to 519), n = 101". */
const char *picture_hover(const struct picture *picture, size_t row, size_t value,
			  const char *label);

/* Whether a row's value has the unit of the first row. Other rows are only in the table, because an
 * axis has one unit. */
bool picture_has_unit(struct picture *picture, size_t row, size_t value);

/* Label the axis of values, unless the chart has a label. */
void picture_name_values(const struct picture *picture, size_t value, struct chart_axis *axis);

/* Minimum and maximum of a column over drawn rows. The maximum is at least 0. */
void picture_find_range(const struct picture *picture, size_t column, double *least,
			double *greatest);

/* The label of a row, from the chart's names. Names common to all rows are omitted. */
const char *picture_label(const struct picture *picture, size_t row);

/* Rows by label, in order of first appearance. */
struct picture_rows {
	const char **labels; /* by number of the label */
	size_t count;
	size_t *numbers; /* by row of the table: the number of its label */
};

struct picture_rows picture_find_rows(const struct picture *picture);

/* Find rows with equal text in some columns. NULL columns are ignored. */
struct picture_rows picture_find_labels(const struct picture *picture, const char *const *columns,
					size_t count);

/* Vertical position of row i of count, from the top. */
double picture_height(size_t i, size_t count);

/* Label the vertical axis with the rows' names. */
void picture_name_rows(struct picture *picture, const struct picture_rows *rows);

#define PICTURE_HALF_HEIGHT 0.32 /* of a row's bar, in rows */

void picture_curves(struct picture *picture);
void picture_dots(struct picture *picture);
void picture_stack(struct picture *picture);
void picture_groups(struct picture *picture);
void picture_intervals(struct picture *picture);
void picture_heat_map(struct picture *picture);
void picture_layers(struct picture *picture);

/* Set the colour and dashes of each curve, if the chart assigns them by column. Curve i is row i of
 * rows. */
void picture_colour_curves(struct picture *picture, const struct picture_rows *rows);

/* Scale axes in nanoseconds to a unit that suits the values. */
void picture_scale(struct picture *picture);

#endif
