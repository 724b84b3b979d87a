/* SPDX-License-Identifier: MIT */
/* From a table to what gnuplot draws of it: which rows become which curves. */
#ifndef TOOLS_VIEW_PICTURE_H
#define TOOLS_VIEW_PICTURE_H

#include "tools/table/table.h"
#include "tools/view/plot/plot.h"

/* A curve for each layer, stage or shade; more are left out, as no picture can bear them. */
#define PICTURE_CURVES_MAX 64

/* A picture has so many named rows at the most, the first of them. */
#define PICTURE_ROWS_MAX 1024

/* The table's picture, which lives as long as the tables; NULL when its chart needs no gnuplot or
 * has nothing that could be drawn. */
const struct plot *picture_of(const struct table *table);

/* Draw every table that has a picture into DIRECTORY/NAME.svg, and one whose rows are in groups
 * into a file a group, DIRECTORY/NAME-GROUP.svg. The directory is made if it is not there. Returns
 * false, having said why, on failure. */
bool pictures_write_files(const struct tables *tables, const char *directory);

/* ---- For the kinds of charts ---- */

struct picture {
	struct plot plot;
	struct plot_curve curves[PICTURE_CURVES_MAX];
	struct chart_point *points[PICTURE_CURVES_MAX];
	size_t capacity; /* of the newest curve */
	const struct table *table;
	const char *names[CHART_NAMES_MAX]; /* those of the chart's that tell rows apart */
};

/* Begin a curve of at most capacity points. Returns false, and begins none, beyond
 * PICTURE_CURVES_MAX. */
bool picture_begin_curve(struct picture *picture, const char *name, enum chart_style style,
			 size_t capacity);

/* Add a point to the newest curve, which must have room. */
void picture_add(struct picture *picture, const struct chart_point *point);

/* What a point says when pointed at is left out of pictures of more rows: no page could bear it. */
#define PICTURE_HOVERS_MAX 4096

/* "delivery: 517 ns (516 to 519), n = 101", of a row's value and of its names. */
const char *picture_hover(const struct picture *picture, size_t row, size_t value,
			  const char *label);

/* Whether a row's value is in the unit of the first row's: of others only the table tells, for no
 * axis has two units. */
bool picture_has_unit(struct picture *picture, size_t row, size_t value);

/* Label the axis of the table's figures, unless the chart does. */
void picture_name_values(const struct picture *picture, size_t value, struct chart_axis *axis);

/* The least and the greatest value of a column in rows that are drawn; the greatest is not below
 * 0. */
void picture_find_range(const struct picture *picture, size_t column, double *least,
			double *greatest);

/* The label of a row, of its chart's names; what all rows have in common is left out. */
const char *picture_label(const struct picture *picture, size_t row);

/* Rows by their labels, in the order of the first of each. */
struct picture_rows {
	const char **labels; /* of each */
	size_t count;
	size_t *numbers; /* by the table's row: which of them it is */
};

struct picture_rows picture_find_rows(const struct picture *picture);

/* The same by what some columns say, of which those that are NULL say nothing. */
struct picture_rows picture_find_labels(const struct picture *picture, const char *const *columns,
					size_t count);

/* Where row i of count lies: the first is at the top. */
double picture_height(size_t i, size_t count);

/* Give the vertical axis the rows' names. */
void picture_name_rows(struct picture *picture, const struct picture_rows *rows);

#define PICTURE_HALF_HEIGHT 0.32 /* of the bar of a row, in rows */

void picture_curves(struct picture *picture);
void picture_dots(struct picture *picture);
void picture_stack(struct picture *picture);
void picture_groups(struct picture *picture);
void picture_intervals(struct picture *picture);
void picture_heat_map(struct picture *picture);
void picture_layers(struct picture *picture);

/* Where a chart says what colours are by: give each curve, a curve a row of rows, its colour and
 * its dashes. */
void picture_colour_curves(struct picture *picture, const struct picture_rows *rows);

/* Bring axes in nanoseconds to the unit that suits their figures. */
void picture_scale(struct picture *picture);

#endif
