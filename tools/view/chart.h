/* SPDX-License-Identifier: MIT */
/* Converts a table to a plot: assigns rows to curves. */
#ifndef TOOLS_VIEW_CHART_H
#define TOOLS_VIEW_CHART_H

#include "tools/table/table.h"
#include "tools/view/plot/plot.h"

/* One curve for each layer, stage or shade. Further curves are omitted, because the chart would be
 * unreadable. */
#define CHART_CURVES_MAX 64

/* Maximum number of named rows in a chart; the first ones are drawn. */
#define CHART_ROWS_MAX 1024

/* The table's plot, allocated with the tables. NULL if it has no chart of
 * curves, or no data. */
const struct plot *chart_make_plot(const struct table *table);

/* Draw every table that has a plot into DIRECTORY/NAME.svg. A table with groups makes one file per
 * group, DIRECTORY/NAME-GROUP.svg. Creates the directory. On failure, prints the cause and returns
 * false. */
bool charts_write_files(const struct tables *tables, const char *directory);

/* ---- For kinds of charts ---- */

/* A plot that is being built from a table. */
struct chart_builder {
	struct plot plot;
	struct plot_curve curves[CHART_CURVES_MAX];
	struct chart_point *points[CHART_CURVES_MAX];
	size_t capacity; /* of the newest curve */
	const struct table *table;
	const char *names[CHART_NAMES_MAX]; /* the chart's names that differ between rows */
};

/* Begin a curve of at most capacity points. Returns false without effect if there are
 * CHART_CURVES_MAX. */
bool chart_begin_curve(struct chart_builder *builder, const char *name, enum chart_style style,
		       size_t capacity);

/* Add a point to the newest curve. The curve must have room for it. */
void chart_add_point(struct chart_builder *builder, const struct chart_point *point);

/* Charts with more rows have no hover text, because the page would be too large. */
#define CHART_HOVERS_MAX 4096

/* Hover text of a row's value: "delivery: 517 ns (516 to 519), n = 101". */
const char *chart_hover_text(const struct chart_builder *builder, size_t row, size_t value,
			     const char *label);

/* Check that a row's value has the unit of the first row. If not, returns false and adds the unit
 * to the plot's caption: the row is only in the table, because an axis has one unit. */
bool chart_check_unit(struct chart_builder *builder, size_t row, size_t value);

/* Label the axis of values. A label of the chart stays. */
void chart_label_values(const struct chart_builder *builder, size_t value, struct chart_axis *axis);

/* Minimum and maximum of a column over drawn rows. The maximum is at least 0. */
void chart_find_range(const struct chart_builder *builder, size_t column, double *least,
		      double *greatest);

/* The label of a row, from the chart's names. Names common to all rows are omitted. */
const char *chart_row_label(const struct chart_builder *builder, size_t row);

/* Rows by label, in order of first appearance. */
struct chart_rows {
	const char **labels; /* by number of the label */
	size_t count;
	size_t *numbers; /* by row of the table: the number of its label */
};

struct chart_rows chart_find_rows(const struct chart_builder *builder);

/* Find rows with equal text in some columns. NULL columns are ignored. */
struct chart_rows chart_find_labels(const struct chart_builder *builder, const char *const *columns,
				    size_t count);

/* Vertical position of row i of count, from the top. */
double chart_row_height(size_t i, size_t count);

/* Label the vertical axis with the rows' names. */
void chart_label_rows(struct chart_builder *builder, const struct chart_rows *rows);

#define CHART_BAR_HALF_HEIGHT 0.32 /* of a row's bar, in rows */

void chart_build_curves(struct chart_builder *builder);
void chart_build_dots(struct chart_builder *builder);
void chart_build_stack(struct chart_builder *builder);
void chart_build_groups(struct chart_builder *builder);
void chart_build_intervals(struct chart_builder *builder);
void chart_build_heat_map(struct chart_builder *builder);
void chart_build_layers(struct chart_builder *builder);

/* Set the colour and dashes of each curve, if the chart assigns them by column. Curve i is row i of
 * rows. */
void chart_colour_curves(struct chart_builder *builder, const struct chart_rows *rows);

/* Scale axes in nanoseconds to a unit that suits the values. */
void chart_scale_axes(struct chart_builder *builder);

#endif
