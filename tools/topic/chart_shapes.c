/* The two shapes of most pictures: medians in their ranges, and stages that follow one another. */
#include <err.h>
#include <math.h>
#include <string.h>

#include "tools/topic/chart.h"

/* A range wider than this needs a logarithmic axis. */
#define LOG_RATIO 40

/* A row's figures stand at the same height in every curve. */
static double chart_shapes_height_of(size_t row, size_t count)
{
	return (double)(count - 1 - row);
}

static const char *axis_label(struct charts *charts, const char *unit)
{
	return chart_text(charts, "one operation, in %s", unit);
}

size_t chart_bench_rows(struct charts *charts, const struct bench *bench,
			  const struct chart_row **rows)
{
	struct chart_row *made = chart_allocate(charts, bench->series_count, sizeof(*made));
	size_t count = 0;

	for (size_t i = 0; i < bench->series_count && count < CHART_ROWS_MAX; i++) {
		const struct series *series = &bench->series[i];
		const char *stage = series->info->stage;
		const char *point = chart_label(charts, series->info->point);

		if (strcmp(stage, DOUBLED_STAGE) == 0 || series->warm.count == 0)
			continue;
		made[count++] = (struct chart_row){
			.label = chart_text(charts, "%s%s%s", point,
					      point[0] != '\0' && stage[0] != '\0' ? ", " : "",
					      stage),
			.bench = bench, .series = series,
		};
	}
	*rows = made;
	return count;
}

/* ---- Table ---- */

static void chart_shapes_write_table(struct exhibit *chart, const struct chart_row *rows,
				     size_t count)
{
	chart_columns(chart, "operation", "unit", READING_COLUMNS, NULL);
	for (size_t i = 0; i < count; i++) {
		struct reading reading;

		if (!chart_read(chart->of, rows[i].bench, rows[i].series, &reading))
			continue;
		chart_cell(chart, "%s", rows[i].label);
		chart_cell(chart, "%s", reading.unit);
		chart_reading(chart, &reading);
	}
}

/* ---- Dots ---- */

struct dots {
	const char **labels;
	struct reading *readings;
	size_t count;
};

static void read_dots(struct exhibit *chart, const struct chart_row *rows, size_t count,
		      struct dots *dots)
{
	dots->labels = chart_allocate(chart->of, count, sizeof(*dots->labels));
	dots->readings = chart_allocate(chart->of, count, sizeof(*dots->readings));
	dots->count = 0;
	for (size_t i = 0; i < count; i++) {
		struct reading *reading = &dots->readings[dots->count];

		if (chart_read(chart->of, rows[i].bench, rows[i].series, reading) &&
		    strcmp(reading->unit, dots->readings[0].unit) == 0)
			dots->labels[dots->count++] = rows[i].label;
	}
}

/* Logarithmic where figures are far apart, and from 0 on unless they are near each other. */
static void set_axis(struct chart_axis *axis, const struct dots *dots)
{
	double least = INFINITY, greatest = 0;

	for (size_t i = 0; i < dots->count; i++) {
		least = fmin(least, dots->readings[i].stats.p25);
		greatest = fmax(greatest, dots->readings[i].stats.p75);
	}
	axis->is_log = least > 0 && greatest / least > LOG_RATIO;
	axis->from_zero = !axis->is_log && least >= 0 && least < greatest / 2;
}

void chart_dots(struct exhibit *chart, const struct chart_row *rows, size_t count)
{
	struct dots dots;

	chart_shapes_write_table(chart, rows, count);
	read_dots(chart, rows, count, &dots);
	if (dots.count == 0)
		return;
	chart->plot.x.label = axis_label(chart->of, dots.readings[0].unit);
	set_axis(&chart->plot.x, &dots);
	chart_rows(chart, dots.labels, dots.count);
	chart_curve(chart, "middle half of the samples", CHART_BARS, dots.count);
	for (size_t i = 0; i < dots.count; i++) {
		const struct stats *stats = &dots.readings[i].stats;
		double height = chart_shapes_height_of(i, dots.count);

		chart_point(chart, &(struct chart_point){
			.x = stats->p25, .x_end = stats->p75,
			.base = height - CHART_HALF_HEIGHT, .y = height + CHART_HALF_HEIGHT,
			.hover = chart_hover(chart->of, dots.labels[i], &dots.readings[i]),
		});
	}
	chart_curve(chart, "median", CHART_POINTS, dots.count);
	for (size_t i = 0; i < dots.count; i++)
		chart_point(chart, &(struct chart_point){
					   .x = dots.readings[i].stats.median,
					   .y = chart_shapes_height_of(i, dots.count),
					   .hover = chart_hover(chart->of, dots.labels[i],
								&dots.readings[i]),
				   });
}

/* ---- Stages ---- */

#define STAGES_MAX 12
#define TOTAL_STAGE "total"

struct stack {
	const struct chart_row *rows;         /* all */
	size_t count;
	const struct chart_row **totals;      /* one a bar */
	size_t bar_count;
	const char *stages[STAGES_MAX];
	size_t stage_count;
};

static bool is_stage(const struct chart_row *row, const char *stage)
{
	return strcmp(row->series->info->stage, stage) == 0;
}

static void add_stage(struct stack *stack, const char *stage)
{
	for (size_t i = 0; i < stack->stage_count; i++) {
		if (strcmp(stack->stages[i], stage) == 0)
			return;
	}
	if (stack->stage_count < STAGES_MAX)
		stack->stages[stack->stage_count++] = stage;
}

static void find_bars(struct exhibit *chart, struct stack *stack)
{
	stack->totals = chart_allocate(chart->of, stack->count, sizeof(*stack->totals));
	for (size_t i = 0; i < stack->count; i++) {
		if (is_stage(&stack->rows[i], TOTAL_STAGE))
			stack->totals[stack->bar_count++] = &stack->rows[i];
		else
			add_stage(stack, stack->rows[i].series->info->stage);
	}
}

/* The row of a stage of the point whose total is given; NULL when it has none. */
static const struct chart_row *find_part(const struct stack *stack,
					   const struct chart_row *total, const char *stage)
{
	for (size_t i = 0; i < stack->count; i++) {
		const struct chart_row *row = &stack->rows[i];

		if (row->bench == total->bench && is_stage(row, stage) &&
		    strcmp(row->series->info->point, total->series->info->point) == 0)
			return row;
	}
	return NULL;
}

/* Put one stage on top of what each bar has so far. */
static void write_stage(struct exhibit *chart, const struct stack *stack, const char *stage,
			double *tops)
{
	if (!chart_curve(chart, stage, CHART_BARS, stack->bar_count))
		return;
	for (size_t i = 0; i < stack->bar_count; i++) {
		const struct chart_row *part = find_part(stack, stack->totals[i], stage);
		double height = chart_shapes_height_of(i, stack->bar_count), begin = tops[i];
		struct reading reading;

		if (part == NULL || !chart_read(chart->of, part->bench, part->series, &reading))
			continue;
		tops[i] += reading.stats.median;
		chart_point(chart, &(struct chart_point){
			.x = begin, .x_end = tops[i],
			.base = height - CHART_HALF_HEIGHT, .y = height + CHART_HALF_HEIGHT,
			.hover = chart_hover(chart->of, part->label, &reading),
		});
	}
}

void chart_stack(struct exhibit *chart, const struct chart_row *rows, size_t count)
{
	struct stack stack = {.rows = rows, .count = count};
	const char **labels = chart_allocate(chart->of, count, sizeof(*labels));
	double *tops = chart_allocate(chart->of, count, sizeof(*tops));
	struct reading reading;

	chart_shapes_write_table(chart, rows, count);
	find_bars(chart, &stack);
	for (size_t i = 0; i < stack.bar_count; i++) {
		const char *label = stack.totals[i]->label;
		size_t length = strlen(label) - strlen(TOTAL_STAGE);

		labels[i] = chart_text(chart->of, "%.*s",
					 (int)(length > 2 ? length - 2 : length), label);
	}
	if (stack.bar_count == 0 ||
	    !chart_read(chart->of, stack.totals[0]->bench, stack.totals[0]->series, &reading))
		return;
	chart->plot.x.label = axis_label(chart->of, reading.unit);
	chart->plot.x.from_zero = true;
	chart_rows(chart, labels, stack.bar_count);
	for (size_t i = 0; i < stack.stage_count; i++)
		write_stage(chart, &stack, stack.stages[i], tops);
}
