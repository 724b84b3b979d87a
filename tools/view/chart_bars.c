/* SPDX-License-Identifier: MIT */
/* A row for each set of names, with a bar for each stage: stacked, side by side, or at given
 * positions. */
#include <math.h>
#include <string.h>

#include "tools/base/proof.h"
#include "tools/record/result.h"
#include "tools/table/number.h"
#include "tools/view/chart.h"

struct bars {
	struct chart_builder *builder;
	size_t value, stage; /* columns */
	struct chart_rows rows;
	const char *stages[CHART_CURVES_MAX];
	size_t stage_count;
	double *tops; /* of each row, so far */
	unsigned *stages_of; /* number of its stages, so far */
	double *scales; /* of each row; NULL: 1 */
	bool is_stacked;
	double low;   /* start of bars on a logarithmic axis; 0: linear */
};

static const char *bars_stage(const struct bars *bars, size_t row)
{
	return table_text(bars->builder->table, row, bars->stage);
}

static void bars_begin(struct bars *bars)
{
	struct chart_builder *builder = bars->builder;
	const struct table *table = builder->table;

	bars->value = table_column(table, table->chart.y);
	bars->stage = table_column(table, table->chart.stage);
	bars->rows = chart_find_rows(builder);
	bars->tops = tables_allocate(table->of, bars->rows.count, sizeof(*bars->tops));
	bars->stages_of = tables_allocate(table->of, bars->rows.count, sizeof(*bars->stages_of));
	for (size_t i = 0; i < bars->builder->table->row_count; i++) {
		const char *stage = bars_stage(bars, i);
		size_t number = 0;

		while (number < bars->stage_count && strcmp(bars->stages[number], stage) != 0)
			number++;
		if (number == bars->stage_count && number < CHART_CURVES_MAX &&
		    strcmp(stage, TOTAL_STAGE) != 0)
			bars->stages[bars->stage_count++] = stage;
	}
	chart_label_values(builder, bars->value, &builder->plot.x);
	builder->plot.x.from_zero = true;
	chart_label_rows(builder, &bars->rows);
}

/* With a larger ratio between bars side by side, short bars would be invisible on a linear axis.
 * The axis is then logarithmic, and all bars begin at its lower end. */
#define BARS_LOG_RATIO 50
#define DECADE 10.0

static void bars_fit_axis(struct bars *bars)
{
	struct chart_axis *axis = &bars->builder->plot.x;
	double least = INFINITY, greatest = 0, length;

	for (size_t row = 0; row < bars->builder->table->row_count; row++) {
		if (bars->rows.numbers[row] == SIZE_MAX ||
		    !chart_check_unit(bars->builder, row, bars->value) ||
		    !cell_value(bars->builder->table, row, bars->value, &length))
			continue;
		least = fmin(least, length);
		greatest = fmax(greatest, length);
	}
	axis->is_log = least > 0 && greatest / least > BARS_LOG_RATIO;
	if (!axis->is_log)
		return;
	axis->from_zero = false;
	axis->low = pow(DECADE, ceil(log10(least)) - 1);
	axis->high = pow(DECADE, ceil(log10(greatest)));
	bars->low = axis->low;
}

/* Whether a row has only a total, as on Linux, where stages are not measured. */
static bool bars_is_whole(const struct bars *bars, size_t row)
{
	return bars->rows.numbers[row] != SIZE_MAX &&
	       strcmp(bars_stage(bars, row), TOTAL_STAGE) == 0 &&
	       bars->tops[bars->rows.numbers[row]] == 0;
}

/* ---- Totals of stacks ---- */

static bool bars_length(const struct bars *bars, size_t row, double *length)
{
	return bars->rows.numbers[row] != SIZE_MAX &&
	       chart_check_unit(bars->builder, row, bars->value) &&
	       cell_value(bars->builder->table, row, bars->value, length);
}

/* Check that a row whose total is known shows this total. */
static void bars_prove_totals(const struct bars *bars, const char *const *values)
{
	const struct table *table = bars->builder->table;
	char text[NUMBER_TEXT_MAX];
	double length;

	for (size_t row = 0; row < table->row_count; row++) {
		const char *shown;

		if (strcmp(bars_stage(bars, row), TOTAL_STAGE) != 0 ||
		    !bars_length(bars, row, &length) || !(length > 0))
			continue;
		shown = values[bars->rows.count - 1 - bars->rows.numbers[row]];
		number_label_text(length, cell_unit(table, row, bars->value), text);
		proof_require(strcmp(shown, text) == 0,
			      "a stack is labelled %s, but its total is %s", shown, text);
	}
}

/* Show totals at the right of their rows. If the totals differ by too much for one scale, each
 * stack is scaled to its own total. */
static void bars_fit_stacks(struct bars *bars)
{
	struct plot *plot = &bars->builder->plot;
	struct tables *tables = bars->builder->table->of;
	size_t count = bars->rows.count;
	double *totals = tables_allocate(tables, count, sizeof(*totals));
	double *sums = tables_allocate(tables, count, sizeof(*sums)), least = INFINITY, most = 0;
	const char **values = tables_allocate(tables, count, sizeof(*values));
	const char *unit = cell_unit(bars->builder->table, 0, bars->value);
	char text[NUMBER_TEXT_MAX];
	double length;

	/* The totals of the rows, and the sums of their stages. */
	for (size_t row = 0; row < bars->builder->table->row_count; row++) {
		if (!bars_length(bars, row, &length))
			continue;
		if (strcmp(bars_stage(bars, row), TOTAL_STAGE) == 0)
			totals[bars->rows.numbers[row]] = length;
		else
			sums[bars->rows.numbers[row]] += length;
	}
	for (size_t i = 0; i < count; i++) {
		double total = totals[i] > 0 ? totals[i] : sums[i];

		length = fmax(total, sums[i]);
		values[count - 1 - i] = tables_text(tables, "%s",
						    number_label_text(total, unit, text));
		least = length > 0 ? fmin(least, length) : least;
		most = fmax(most, length);
		sums[i] = length > 0 ? 100 / length : 1;
	}
	plot->row_values = values;
	bars_prove_totals(bars, values);
	if (most <= BARS_LOG_RATIO * least)
		return;
	bars->scales = sums;
	plot->x.label = strcmp(unit, "ns") == 0
				? "part of each total, in %"
				: tables_text(tables, "part of each total, in %%; totals in %s",
					      unit);
}

/* The value, with the name of the stage if there is room. */
static void bars_name(const struct bars *bars, size_t row, struct chart_point *point)
{
	const struct table *table = bars->builder->table;
	char text[NUMBER_TEXT_MAX];
	double length = 0;

	cell_value(table, row, bars->value, &length);
	point->short_text = tables_text(
		table->of, "%s",
		number_label_text(length, cell_unit(table, row, bars->value), text));
	point->text = tables_text(table->of, "%s %s", bars_stage(bars, row), point->short_text);
}

/* ---- Bars ---- */

/* A bar in the lane between two heights, relative to the row's height. */
static void bars_add(struct bars *bars, size_t row, double begin, double low, double high)
{
	const struct table *table = bars->builder->table;
	size_t number = bars->rows.numbers[row];
	double height = chart_row_height(number, bars->rows.count), length;
	struct plot_curve *curve = &bars->builder->curves[bars->builder->plot.curve_count - 1];
	struct chart_point point;

	if (!bars_length(bars, row, &length))
		return;
	length *= bars->scales != NULL ? bars->scales[number] : 1;
	point = (struct chart_point){
		.x = begin,
		.x_end = bars->low > 0 ? length : begin + length,
		.base = height + low * CHART_BAR_HALF_HEIGHT,
		.y = height + high * CHART_BAR_HALF_HEIGHT,
		.hover = chart_hover_text(bars->builder, row, bars->value,
					  tables_text(table->of, "%s, %s",
						      bars->rows.labels[number],
						      bars_stage(bars, row))),
	};
	if (bars->is_stacked)
		bars_name(bars, row, &point);
	chart_add_point(bars->builder, &point);
	bars->tops[number] += length;
	bars->stages_of[number]++;
	if (bars->is_stacked)
		curve->stage = bars->stages_of[number] > curve->stage ? bars->stages_of[number]
								       : curve->stage;
}

/* Rows without stages have a bar of their own curve, behind the others. */
static void bars_add_wholes(struct bars *bars)
{
	size_t count = bars->builder->table->row_count;
	bool has_whole = false;

	for (size_t row = 0; row < count; row++)
		has_whole |= bars_is_whole(bars, row);
	if (!has_whole || !chart_begin_curve(bars->builder, TOTAL_STAGE, CHART_BARS, count))
		return;
	for (size_t row = 0; row < count; row++) {
		if (bars_is_whole(bars, row))
			bars_add(bars, row, 0, -1, 1);
	}
}

/* Each stage is a curve, stacked on the previous one or in its own lane. */
static void bars_draw(struct chart_builder *builder, bool is_stacked)
{
	struct bars bars = {.builder = builder, .is_stacked = is_stacked};

	bars_begin(&bars);
	if (is_stacked)
		bars_fit_stacks(&bars);
	else
		bars_fit_axis(&bars);
	for (size_t i = 0; i < bars.stage_count; i++) {
		double lane = 2 / (double)bars.stage_count, high = 1 - lane * (double)i;

		if (!chart_begin_curve(builder, bars.stages[i], CHART_BARS,
				       builder->table->row_count))
			return;
		for (size_t row = 0; row < builder->table->row_count; row++) {
			size_t number = bars.rows.numbers[row];

			if (number == SIZE_MAX ||
			    strcmp(bars_stage(&bars, row), bars.stages[i]) != 0)
				continue;
			if (is_stacked)
				bars_add(&bars, row, bars.tops[number], -1, 1);
			else
				bars_add(&bars, row, bars.low, high - lane, high);
		}
	}
	if (is_stacked)
		bars_add_wholes(&bars);
}

void chart_build_stack(struct chart_builder *builder)
{
	bars_draw(builder, true);
}

void chart_build_groups(struct chart_builder *builder)
{
	bars_draw(builder, false);
}

/* ---- Intervals ---- */

static void intervals_add_row(struct chart_builder *builder, const struct chart_rows *rows,
			      size_t number)
{
	const struct table *table = builder->table;
	size_t begin = table_column(table, table->chart.x);
	size_t end = table_column(table, table->chart.x_end);
	double height = chart_row_height(number, rows->count);

	for (size_t i = 0; i < table->row_count; i++) {
		struct chart_point point = {
			.base = height - CHART_BAR_HALF_HEIGHT,
			.y = height + CHART_BAR_HALF_HEIGHT,
		};

		if (rows->numbers[i] != number || !cell_value(table, i, begin, &point.x) ||
		    !cell_value(table, i, end, &point.x_end))
			continue;
		point.hover = chart_hover_text(builder, i, begin, rows->labels[number]);
		chart_add_point(builder, &point);
	}
}

void chart_build_intervals(struct chart_builder *builder)
{
	struct chart_rows rows = chart_find_rows(builder);

	chart_label_rows(builder, &rows);
	for (size_t i = 0; i < rows.count; i++) {
		if (!chart_begin_curve(builder, NULL, CHART_BARS, builder->table->row_count))
			return;
		intervals_add_row(builder, &rows, i);
	}
}
