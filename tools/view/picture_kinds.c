/* SPDX-License-Identifier: MIT */
/* Curves, dots with ranges, and layers. */
#include <math.h>
#include <string.h>

#include "tools/record/result.h"
#include "tools/table/number.h"
#include "tools/view/cell.h"
#include "tools/view/picture.h"

/* Minimum ratio of values for a logarithmic axis. */
#define LOG_RATIO 16

#define DECADE 10.0

/* ---- Axes ---- */

void picture_name_values(const struct picture *picture, size_t value, struct chart_axis *axis)
{
	const struct table *table = picture->table;
	const char *unit = cell_unit(table, 0, value);
	const char *name = table->chart.value_name;

	if (axis->label[0] != '\0')
		return;
	axis->is_count = strcmp(unit, COUNTS_UNIT) == 0;
	axis->label = axis->is_count ? "number" : name != NULL ? name : "one operation";
	if (unit[0] != '\0' && !axis->is_count)
		axis->label = tables_text(table->of, "%s, in %s", axis->label, unit);
}

/* The axis label: "interval, in µs" of a column with that unit, "size" of a column of bytes. Ticks
 * of sizes have their unit, except on a linear axis. */
static void name_axis(const struct picture *picture, size_t column, struct chart_axis *axis)
{
	const struct column *shape = &picture->table->columns[column];
	const char *unit = shape->kind == COLUMN_BYTES ? "bytes" : shape->unit;

	axis->is_size = axis->is_size || (shape->kind == COLUMN_BYTES && axis->is_log);
	axis->is_count = shape->kind == COLUMN_COUNT && (unit == NULL || unit[0] == '\0');
	if (axis->label[0] != '\0')
		return;
	axis->label = column_head(picture->table->of, shape);
	if (unit != NULL && unit[0] != '\0' && !axis->is_size)
		axis->label = tables_text(picture->table->of, "%s, in %s", axis->label, unit);
}

void picture_find_range(const struct picture *picture, size_t column, double *least,
			double *greatest)
{
	double value;

	*least = INFINITY;
	*greatest = 0;
	for (size_t i = 0; i < picture->table->row_count; i++) {
		if (!picture->table->rows[i].is_undrawn &&
		    cell_value(picture->table, i, column, &value)) {
			*least = fmin(*least, value);
			*greatest = fmax(*greatest, value);
		}
	}
}

static bool needs_log_axis(const struct picture *picture, size_t column)
{
	double least, greatest;

	picture_find_range(picture, column, &least, &greatest);
	return least > 0 && greatest / least >= LOG_RATIO;
}

/* ---- Curves ---- */

/* Hover text of a point: its curve, position and value. */
static const char *curve_hover(const struct picture *picture, size_t row, size_t x, size_t y,
			       const char *label)
{
	struct tables *tables = picture->table->of;
	char room[CELL_TEXT_MAX];
	const char *at = cell_for_people(picture->table, row, x, room);
	const char *unit = cell_unit(picture->table, row, x);

	return picture_hover(picture, row, y,
			     tables_text(tables, "%s%s%s%s%s", label, label[0] != '\0' ? ", " : "",
					 at, unit[0] != '\0' ? " " : "", unit));
}

void picture_curves(struct picture *picture)
{
	const struct table *table = picture->table;
	size_t x = table_column(table, table->chart.x), y = table_column(table, table->chart.y);
	struct picture_rows rows = picture_find_rows(picture);
	struct plot *plot = &picture->plot;

	plot->x.is_log = plot->x.is_log || needs_log_axis(picture, x);
	name_axis(picture, x, &plot->x);
	if (!plot->y.from_zero)
		plot->y.is_log = plot->y.is_log || needs_log_axis(picture, y);
	plot->y.from_zero = !plot->y.is_log;
	picture_name_values(picture, y, &plot->y);
	for (size_t i = 0; i < rows.count; i++) {
		if (!picture_begin_curve(picture, rows.count > 1 ? rows.labels[i] : NULL,
					 CHART_LINES_POINTS, table->row_count))
			break;
		for (size_t j = 0; j < table->row_count; j++) {
			struct chart_point point = {0};

			if (rows.numbers[j] != i || !picture_has_unit(picture, j, y) ||
			    !cell_value(table, j, x, &point.x) ||
			    !cell_value(table, j, y, &point.y))
				continue;
			point.hover = curve_hover(picture, j, x, y, rows.labels[i]);
			picture_add(picture, &point);
		}
	}
	picture_colour_curves(picture, &rows);
}

/* ---- Dots ---- */

/* Logarithmic if values differ widely. A linear axis begins at 0 unless values are close to each
 * other. */
static void set_dots_axis(struct picture *picture, size_t low, size_t high)
{
	struct chart_axis *axis = &picture->plot.x;
	double least, greatest, most, other;

	picture_find_range(picture, low, &least, &other);
	picture_find_range(picture, high, &other, &most);
	greatest = fmax(most, least);
	axis->is_log = least > 0 && greatest / least > LOG_RATIO;
	axis->from_zero = !axis->is_log && least >= 0 && (greatest == 0 || least < greatest / 2);
}

/* An end of a row's range. Returns false if the row has none. */
static bool dots_end(const struct picture *picture, size_t row, size_t column, bool is_high,
		     double *end)
{
	const struct table *table = picture->table;
	const struct cell *cell = table_cell(table, row, column);

	if (column >= table->column_count || table->columns[column].kind != COLUMN_QUANTITY)
		return cell_value(table, row, column, end);
	if (!cell->has_value || cell->quantity->interval != INTERVAL_95)
		return false;
	*end = is_high ? cell->quantity->high : cell->quantity->low;
	return true;
}

struct dots {
	struct picture *picture;
	size_t value, low, high; /* columns */
	struct picture_rows rows, lanes;
};

/* The middle of a row's lane; sets *half to half of the lane's height. */
static double dots_height(const struct dots *dots, size_t row, double *half)
{
	double lanes = fmax((double)dots->lanes.count, 1);
	double middle = picture_height(dots->rows.numbers[row], dots->rows.count);

	*half = PICTURE_HALF_HEIGHT / lanes;
	return middle + *half * (lanes - 1 - 2 * (double)dots->lanes.numbers[row]);
}

static void dots_add(struct dots *dots, size_t row, bool is_range)
{
	const struct table *table = dots->picture->table;
	struct chart_point point = {0};
	double height, half;

	if (dots->rows.numbers[row] == SIZE_MAX ||
	    !picture_has_unit(dots->picture, row, dots->value) ||
	    !(is_range ? dots_end(dots->picture, row, dots->low, false, &point.x)
		       : cell_value(table, row, dots->value, &point.x)))
		return;
	height = dots_height(dots, row, &half);
	point.y = is_range ? height + half : height;
	point.base = height - half;
	if (is_range && !dots_end(dots->picture, row, dots->high, true, &point.x_end))
		return;
	point.hover = picture_hover(dots->picture, row, dots->value,
				    picture_label(dots->picture, row));
	if (point.hover != NULL && table->chart.lane != NULL)
		point.hover = tables_text(table->of, "%s, %s",
					  dots->lanes.labels[dots->lanes.numbers[row]],
					  point.hover);
	picture_add(dots->picture, &point);
}

/* The name of a curve of ranges or dots. With several lanes, only dots have a name. */
static const char *dots_name(const struct dots *dots, size_t lane, bool is_range)
{
	const struct chart *chart = &dots->picture->table->chart;

	if (chart->lane != NULL)
		return is_range ? NULL : dots->lanes.labels[lane];
	if (is_range)
		return chart->low_to_high != NULL ? chart->low_to_high
						  : "IQR of the samples";
	return chart->low != NULL ? chart->y : NULL;
}

static void dots_add_lane(struct dots *dots, size_t lane, bool is_range)
{
	struct picture *picture = dots->picture;
	const struct table *table = picture->table;

	if (!picture_begin_curve(picture, dots_name(dots, lane, is_range),
				 is_range ? CHART_BARS : CHART_POINTS, table->row_count))
		return;
	if (table->chart.lane != NULL)
		picture->curves[picture->plot.curve_count - 1].colour = lane + 1;
	for (size_t i = 0; i < table->row_count; i++) {
		if (dots->lanes.numbers[i] == lane)
			dots_add(dots, i, is_range);
	}
}

void picture_dots(struct picture *picture)
{
	const struct table *table = picture->table;
	const struct chart *chart = &table->chart;
	struct dots dots = {
		.picture = picture,
		.value = table_column(table, chart->y),
		.rows = picture_find_rows(picture),
		.lanes = picture_find_labels(picture, &chart->lane, 1),
	};

	dots.low = chart->low != NULL ? table_column(table, chart->low) : dots.value;
	dots.high = chart->high != NULL ? table_column(table, chart->high) : dots.value;
	set_dots_axis(picture, dots.low, dots.high);
	picture_name_values(picture, dots.value, &picture->plot.x);
	picture_name_rows(picture, &dots.rows);
	picture->plot.lanes = dots.lanes.count;
	for (size_t lane = 0; lane < dots.lanes.count; lane++) {
		if (chart->low != NULL)
			dots_add_lane(&dots, lane, true);
		dots_add_lane(&dots, lane, false);
	}
}

/* ---- Layers ---- */

/* Whether a row has the style of a layer. Layers are matched by name if they have names. */
static bool layer_takes(const struct chart *chart, size_t number, const char *label)
{
	const struct chart_layer *layer = &chart->layers[number];

	if (!layer->takes_rest)
		return layer->name == NULL || chart->names[0] == NULL ||
		       strcmp(label, layer->name) == 0;
	for (size_t i = 0; i < chart->layer_count; i++) {
		if (i != number && chart->layers[i].name != NULL &&
		    strcmp(label, chart->layers[i].name) == 0)
			return false;
	}
	return true;
}

/* On a logarithmic axis, a bar from 0 begins a decade below its end. Only decades have labels, so
 * the axis has at least two. */
static void layers_fit_log_axis(struct picture *picture)
{
	struct chart_axis *axis = &picture->plot.x;
	double least = INFINITY, greatest = 0;

	for (size_t i = 0; i < picture->plot.curve_count; i++) {
		for (size_t j = 0; j < picture->curves[i].count; j++) {
			struct chart_point *point = &picture->points[i][j];

			if (point->x <= 0)
				point->x = point->x_end / DECADE;
			least = fmin(least, point->x);
			greatest = fmax(greatest, point->x_end);
		}
	}
	if (axis->low != axis->high || greatest <= least)
		return;
	axis->low = pow(DECADE, floor(log10(least)));
	axis->high = pow(DECADE, ceil(log10(greatest)));
}

static size_t layer_count_rows(const struct picture *picture, size_t number)
{
	size_t count = 0;

	for (size_t i = 0; i < picture->table->row_count; i++)
		count += layer_takes(&picture->table->chart, number, picture_label(picture, i));
	return count;
}

/* Lengths in powers of two begin far below the shortest one. Empty bins are not drawn, and the axis
 * begins at the first other bin. */
static bool is_empty_bin(const struct picture *picture, const struct chart_layer *layer,
			 const struct chart_point *point)
{
	return layer->style == CHART_BARS && picture->plot.x.is_log && point->y == point->base;
}

/* Points at their own coordinates, in the style of the layer of their name. */
void picture_layers(struct picture *picture)
{
	const struct table *table = picture->table;
	const struct chart *chart = &table->chart;
	size_t x = table_column(table, chart->x), y = table_column(table, chart->y);
	size_t x_end = chart->x_end != NULL ? table_column(table, chart->x_end) : x;
	size_t base = chart->base != NULL ? table_column(table, chart->base) : table->column_count;

	for (size_t i = 0; i < chart->layer_count; i++) {
		const struct chart_layer *layer = &chart->layers[i];

		if (layer->points != NULL ||
		    !picture_begin_curve(picture, layer->name, layer->style,
					 layer_count_rows(picture, i)))
			continue;
		for (size_t j = 0; j < table->row_count; j++) {
			struct chart_point point = {0};
			const char *label = picture_label(picture, j);

			if (table->rows[j].is_undrawn || !layer_takes(chart, i, label) ||
			    !cell_value(table, j, x, &point.x) ||
			    !cell_value(table, j, y, &point.y))
				continue;
			cell_value(table, j, x_end, &point.x_end);
			cell_value(table, j, base, &point.base);
			if (is_empty_bin(picture, layer, &point))
				continue;
			point.hover = curve_hover(picture, j, x, y, label);
			picture_add(picture, &point);
		}
	}
	if (chart->x_end != NULL && picture->plot.x.is_log && !picture->plot.x.is_size)
		layers_fit_log_axis(picture);
}
