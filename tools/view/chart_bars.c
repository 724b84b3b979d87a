/* SPDX-License-Identifier: MIT */
/* A row for each set of names, with a bar for each stage: stacked, side by side, or at given
 * positions. */
#include <math.h>
#include <string.h>

#include "tools/record/result.h"
#include "tools/view/chart.h"

struct bars {
	struct chart_builder *builder;
	size_t value, stage; /* columns */
	struct chart_rows rows;
	const char *stages[CHART_CURVES_MAX];
	size_t stage_count;
	double *tops; /* of each row, so far */
	double low;   /* start of bars on a logarithmic axis; 0: linear */
};

static const char *bars_stage(const struct bars *bars, size_t row)
{
	const struct cell *cell = table_cell(bars->builder->table, row, bars->stage);

	return cell->has_value ? cell->text : "";
}

static void bars_find_stages(struct bars *bars)
{
	for (size_t i = 0; i < bars->builder->table->row_count; i++) {
		const char *stage = bars_stage(bars, i);
		size_t number = 0;

		while (number < bars->stage_count && strcmp(bars->stages[number], stage) != 0)
			number++;
		if (number == bars->stage_count && number < CHART_CURVES_MAX &&
		    strcmp(stage, TOTAL_STAGE) != 0)
			bars->stages[bars->stage_count++] = stage;
	}
}

static void bars_begin(struct bars *bars)
{
	struct chart_builder *builder = bars->builder;
	const struct table *table = builder->table;

	bars->value = table_column(table, table->chart.y);
	bars->stage = table_column(table, table->chart.stage);
	bars->rows = chart_find_rows(builder);
	bars->tops = tables_allocate(table->of, bars->rows.count, sizeof(*bars->tops));
	bars_find_stages(bars);
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

/* A bar in the lane between two heights, relative to the row's height. */
static void bars_add(struct bars *bars, size_t row, double begin, double low, double high)
{
	const struct table *table = bars->builder->table;
	size_t number = bars->rows.numbers[row];
	double height = chart_row_height(number, bars->rows.count), length;

	if (!chart_check_unit(bars->builder, row, bars->value) ||
	    !cell_value(table, row, bars->value, &length))
		return;
	chart_add_point(bars->builder,
			&(struct chart_point){
				.x = begin,
				.x_end = bars->low > 0 ? length : begin + length,
				.base = height + low * CHART_BAR_HALF_HEIGHT,
				.y = height + high * CHART_BAR_HALF_HEIGHT,
				.hover = chart_hover_text(bars->builder, row, bars->value,
							  tables_text(table->of, "%s, %s",
								      bars->rows.labels[number],
								      bars_stage(bars, row))),
			});
	bars->tops[number] += length;
}

/* Rows without stages have a bar of their own curve, behind the others. */
static void bars_add_wholes(struct bars *bars)
{
	size_t count = bars->builder->table->row_count, wholes = 0;

	for (size_t row = 0; row < count; row++)
		wholes += bars_is_whole(bars, row);
	if (wholes == 0 || !chart_begin_curve(bars->builder, TOTAL_STAGE, CHART_BARS, count))
		return;
	for (size_t row = 0; row < count; row++) {
		if (bars_is_whole(bars, row))
			bars_add(bars, row, 0, -1, 1);
	}
}

/* Each stage is a curve, stacked on the previous one or in its own lane. */
static void bars_draw(struct chart_builder *builder, bool is_stacked)
{
	struct bars bars = {.builder = builder};

	bars_begin(&bars);
	if (!is_stacked)
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
