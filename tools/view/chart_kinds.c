/* SPDX-License-Identifier: MIT */
/* Curves, dots with ranges, and layers. */
#include <math.h>
#include <string.h>

#include "tools/record/result.h"
#include "tools/table/number.h"
#include "tools/view/cell.h"
#include "tools/view/chart.h"

/* Minimum ratio of values for a logarithmic axis. */
#define LOG_RATIO 16

#define DECADE 10.0

/* ---- Axes ---- */

void chart_label_values(const struct chart_builder *builder, size_t value, struct chart_axis *axis)
{
	const struct table *table = builder->table;
	const char *unit = cell_unit(table, 0, value);
	const char *name = table->chart.value_name;

	if (axis->label[0] != '\0')
		return;
	axis->is_count = strcmp(unit, COUNTS_UNIT) == 0;
	axis->label = axis->is_count ? "number" : name != NULL ? name : "one operation";
	if (unit[0] != '\0' && !axis->is_count)
		axis->label = tables_text(table->of, "%s, in %s", axis->label, unit);
}

/* The axis label: "interval, in µs" for a column with that unit, "size" for a column of bytes. On a
 * linear axis, ticks of sizes have no unit, so the label has it. */
static void name_axis(const struct chart_builder *builder, size_t column, struct chart_axis *axis)
{
	const struct column *shape = &builder->table->columns[column];
	const char *unit = shape->kind == COLUMN_BYTES ? "bytes" : shape->unit;

	axis->is_size = axis->is_size || (shape->kind == COLUMN_BYTES && axis->is_log);
	axis->is_count = shape->kind == COLUMN_COUNT && (unit == NULL || unit[0] == '\0');
	if (axis->label[0] != '\0')
		return;
	axis->label = column_head(builder->table->of, shape);
	if (unit != NULL && unit[0] != '\0' && !axis->is_size)
		axis->label = tables_text(builder->table->of, "%s, in %s", axis->label, unit);
}

void chart_find_range(const struct chart_builder *builder, size_t column, double *least,
		      double *greatest)
{
	double value;

	*least = INFINITY;
	*greatest = 0;
	for (size_t i = 0; i < builder->table->row_count; i++) {
		if (!builder->table->rows[i].is_undrawn &&
		    cell_value(builder->table, i, column, &value)) {
			*least = fmin(*least, value);
			*greatest = fmax(*greatest, value);
		}
	}
}

static bool needs_log_axis(const struct chart_builder *builder, size_t column)
{
	double least, greatest;

	chart_find_range(builder, column, &least, &greatest);
	return least > 0 && greatest / least >= LOG_RATIO;
}

/* ---- Curves ---- */

/* Hover text of a point: its curve, position and value. */
static const char *curve_hover(const struct chart_builder *builder, size_t row, size_t x, size_t y,
			       const char *label)
{
	struct tables *tables = builder->table->of;
	char room[CELL_TEXT_MAX];
	const char *at = cell_for_people(builder->table, row, x, room);
	const char *unit = cell_unit(builder->table, row, x);

	return chart_hover_text(builder, row, y,
				tables_text(tables, "%s%s%s%s%s", label,
					    label[0] != '\0' ? ", " : "", at,
					    unit[0] != '\0' ? " " : "", unit));
}

static void curve_set_interval(const struct table *table, size_t row, size_t column,
			       struct chart_point *point)
{
	const struct cell *cell = table_cell(table, row, column);

	if (table->columns[column].kind != COLUMN_QUANTITY ||
	    cell->quantity->interval != INTERVAL_95)
		return;
	point->low = cell->quantity->low;
	point->high = cell->quantity->high;
}

void chart_build_curves(struct chart_builder *builder)
{
	const struct table *table = builder->table;
	size_t x = table_column(table, table->chart.x), y = table_column(table, table->chart.y);
	struct chart_rows rows = chart_find_rows(builder);
	struct plot *plot = &builder->plot;

	plot->x.is_log = plot->x.is_log || needs_log_axis(builder, x);
	name_axis(builder, x, &plot->x);
	if (!plot->y.from_zero)
		plot->y.is_log = plot->y.is_log || needs_log_axis(builder, y);
	plot->y.from_zero = !plot->y.is_log;
	chart_label_values(builder, y, &plot->y);
	for (size_t i = 0; i < rows.count; i++) {
		if (!chart_begin_curve(builder, rows.count > 1 ? rows.labels[i] : NULL,
				       CHART_LINES_POINTS, table->row_count))
			break;
		for (size_t j = 0; j < table->row_count; j++) {
			struct chart_point point = {0};

			if (rows.numbers[j] != i || !chart_check_unit(builder, j, y) ||
			    !cell_value(table, j, x, &point.x) ||
			    !cell_value(table, j, y, &point.y))
				continue;
			curve_set_interval(table, j, y, &point);
			point.hover = curve_hover(builder, j, x, y, rows.labels[i]);
			chart_add_point(builder, &point);
		}
	}
	chart_colour_curves(builder, &rows);
}

/* ---- Dots ---- */

/* An end of a row's range. Returns false if the row has none. */
static bool dots_end(const struct chart_builder *builder, size_t row, size_t column, bool is_high,
		     double *end)
{
	const struct table *table = builder->table;
	const struct cell *cell = table_cell(table, row, column);

	if (column >= table->column_count || table->columns[column].kind != COLUMN_QUANTITY)
		return cell_value(table, row, column, end);
	if (!cell->has_value || cell->quantity->interval != INTERVAL_95)
		return false;
	*end = is_high ? cell->quantity->high : cell->quantity->low;
	return true;
}

struct dots {
	struct chart_builder *builder;
	size_t value, low, high; /* columns */
	struct chart_rows rows, lanes;
};

/* The middle of a row's lane; sets *half to half of the lane's height. */
static double dots_height(const struct dots *dots, size_t row, double *half)
{
	double lanes = fmax((double)dots->lanes.count, 1);
	double middle = chart_row_height(dots->rows.numbers[row], dots->rows.count);

	*half = CHART_BAR_HALF_HEIGHT / lanes;
	return middle + *half * (lanes - 1 - 2 * (double)dots->lanes.numbers[row]);
}

static void dots_add(struct dots *dots, size_t row, bool is_range)
{
	const struct table *table = dots->builder->table;
	struct chart_point point = {0};
	double height, half;

	if (dots->rows.numbers[row] == SIZE_MAX ||
	    !chart_check_unit(dots->builder, row, dots->value) ||
	    !(is_range ? dots_end(dots->builder, row, dots->low, false, &point.x)
		       : cell_value(table, row, dots->value, &point.x)))
		return;
	height = dots_height(dots, row, &half);
	point.y = is_range ? height + half : height;
	point.base = height - half;
	if (is_range && !dots_end(dots->builder, row, dots->high, true, &point.x_end))
		return;
	point.hover = chart_hover_text(dots->builder, row, dots->value,
				       chart_row_label(dots->builder, row));
	if (point.hover != NULL && table->chart.lane != NULL)
		point.hover = tables_text(table->of, "%s, %s",
					  dots->lanes.labels[dots->lanes.numbers[row]],
					  point.hover);
	chart_add_point(dots->builder, &point);
}

/* The name of a curve of ranges or dots. With several lanes, only dots have a name. */
static const char *dots_name(const struct dots *dots, size_t lane, bool is_range)
{
	const struct chart *chart = &dots->builder->table->chart;

	if (chart->lane != NULL)
		return is_range ? NULL : dots->lanes.labels[lane];
	if (is_range)
		return chart->low_to_high != NULL ? chart->low_to_high
						  : "IQR of the samples";
	return chart->low != NULL ? chart->y : NULL;
}

static void dots_add_lane(struct dots *dots, size_t lane, bool is_range)
{
	struct chart_builder *builder = dots->builder;
	const struct table *table = builder->table;

	if (!chart_begin_curve(builder, dots_name(dots, lane, is_range),
			       is_range ? CHART_BARS : CHART_POINTS, table->row_count))
		return;
	if (table->chart.lane != NULL)
		builder->curves[builder->plot.curve_count - 1].colour = lane + 1;
	for (size_t i = 0; i < table->row_count; i++) {
		if (dots->lanes.numbers[i] == lane)
			dots_add(dots, i, is_range);
	}
}

/* The values at the right, of rows with one value each. */
static void dots_add_values(struct dots *dots)
{
	const struct table *table = dots->builder->table;
	size_t count = dots->rows.count;
	const char **values = tables_allocate(table->of, count, sizeof(*values));
	char text[NUMBER_TEXT_MAX];
	double value;

	for (size_t i = 0; i < count; i++)
		values[i] = "";
	for (size_t row = 0; row < table->row_count; row++) {
		size_t number = dots->rows.numbers[row];

		if (number == SIZE_MAX || !cell_value(table, row, dots->value, &value))
			continue;
		if (values[count - 1 - number][0] != '\0')
			return;
		values[count - 1 - number] = tables_text(
			table->of, "%s",
			number_label_text(value, cell_unit(table, row, dots->value), text));
	}
	dots->builder->plot.row_values = values;
}

void chart_build_dots(struct chart_builder *builder)
{
	const struct table *table = builder->table;
	const struct chart *chart = &table->chart;
	struct dots dots = {
		.builder = builder,
		.value = table_column(table, chart->y),
		.rows = chart_find_rows(builder),
		.lanes = chart_find_labels(builder, &chart->lane, 1),
	};
	struct chart_axis *axis = &builder->plot.x;
	double least, greatest, most, other;

	dots.low = chart->low != NULL ? table_column(table, chart->low) : dots.value;
	dots.high = chart->high != NULL ? table_column(table, chart->high) : dots.value;
	/* Logarithmic if values differ widely. A linear axis begins at 0 unless values are close to
	 * each other. */
	chart_find_range(builder, dots.low, &least, &other);
	chart_find_range(builder, dots.high, &other, &most);
	greatest = fmax(most, least);
	axis->is_log = least > 0 && greatest / least > LOG_RATIO;
	axis->from_zero = !axis->is_log && least >= 0 && (greatest == 0 || least < greatest / 2);
	chart_label_values(builder, dots.value, axis);
	chart_label_rows(builder, &dots.rows);
	builder->plot.lanes = dots.lanes.count;
	dots_add_values(&dots);
	for (size_t lane = 0; lane < dots.lanes.count; lane++) {
		if (chart->low != NULL)
			dots_add_lane(&dots, lane, true);
		dots_add_lane(&dots, lane, false);
	}
}

/* ---- Layers ---- */

static bool layer_is_of(const struct chart_builder *builder, const struct chart_layer *layer,
			size_t row)
{
	const struct table *table = builder->table;
	const char *name = table->chart.names[0];
	size_t column = name != NULL ? table_column(table, name) : table->column_count;

	/* A label has the column's name before a number: "system 6.12". */
	return strcmp(chart_row_label(builder, row), layer->name) == 0 ||
	       (column < table->column_count && table->columns[column].kind == COLUMN_TEXT &&
		strcmp(table_text(table, row, column), layer->name) == 0);
}

/* Whether a row has the style of a layer. Layers are matched by name if they have names. */
static bool layer_takes(const struct chart_builder *builder, size_t number, size_t row)
{
	const struct chart *chart = &builder->table->chart;
	const struct chart_layer *layer = &chart->layers[number];

	if (!layer->takes_rest)
		return layer->name == NULL || chart->names[0] == NULL ||
		       layer_is_of(builder, layer, row);
	for (size_t i = 0; i < chart->layer_count; i++) {
		if (i != number && chart->layers[i].name != NULL &&
		    layer_is_of(builder, &chart->layers[i], row))
			return false;
	}
	return true;
}

/* On a logarithmic axis, a bar from 0 begins a decade below the end of the bar. Only decades have
 * labels, so the axis has at least two decades. */
static void layers_fit_log_axis(struct chart_builder *builder)
{
	struct chart_axis *axis = &builder->plot.x;
	double least = INFINITY, greatest = 0;

	for (size_t i = 0; i < builder->plot.curve_count; i++) {
		for (size_t j = 0; j < builder->curves[i].count; j++) {
			struct chart_point *point = &builder->points[i][j];

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

static size_t layer_count_rows(const struct chart_builder *builder, size_t number)
{
	size_t count = 0;

	for (size_t i = 0; i < builder->table->row_count; i++)
		count += layer_takes(builder, number, i);
	return count;
}

/* Lengths in powers of two begin far below the shortest one. Empty bins are not drawn, and the axis
 * begins at the first other bin. */
static bool is_empty_bin(const struct chart_builder *builder, const struct chart_layer *layer,
			 const struct chart_point *point)
{
	return layer->style == CHART_BARS && builder->plot.x.is_log && point->y == point->base;
}

/* Points at their own coordinates, in the style of the layer of their name. */
void chart_build_layers(struct chart_builder *builder)
{
	const struct table *table = builder->table;
	const struct chart *chart = &table->chart;
	size_t x = table_column(table, chart->x), y = table_column(table, chart->y);
	size_t x_end = chart->x_end != NULL ? table_column(table, chart->x_end) : x;
	size_t base = chart->base != NULL ? table_column(table, chart->base) : table->column_count;

	for (size_t i = 0; i < chart->layer_count; i++) {
		const struct chart_layer *layer = &chart->layers[i];

		if (layer->points != NULL ||
		    !chart_begin_curve(builder, layer->name, layer->style,
				       layer_count_rows(builder, i)))
			continue;
		builder->curves[builder->plot.curve_count - 1].dashes = layer->dashes;
		for (size_t j = 0; j < table->row_count; j++) {
			struct chart_point point = {0};
			const char *label = chart_row_label(builder, j);

			if (table->rows[j].is_undrawn || !layer_takes(builder, i, j) ||
			    !cell_value(table, j, x, &point.x) ||
			    !cell_value(table, j, y, &point.y))
				continue;
			cell_value(table, j, x_end, &point.x_end);
			cell_value(table, j, base, &point.base);
			if (layer->style == CHART_LINES_POINTS)
				curve_set_interval(table, j, y, &point);
			if (is_empty_bin(builder, layer, &point))
				continue;
			point.hover = curve_hover(builder, j, x, y, label);
			chart_add_point(builder, &point);
		}
	}
	if (chart->x_end != NULL && builder->plot.x.is_log && !builder->plot.x.is_size)
		layers_fit_log_axis(builder);
}
