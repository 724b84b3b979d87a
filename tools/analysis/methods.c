/* SPDX-License-Identifier: MIT */
/* Pairs each series of n operations with its series of 2n. */
#include "tools/analysis/methods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/record/point.h"

static bool is_pair(const struct series *series, const struct series *doubled)
{
	return doubled != series && series->info->iterations > 0 && series->info->timed != 0 &&
	       series->warm.count > 0 && series->warm.count == doubled->warm.count &&
	       doubled->info->iterations == 2 * series->info->iterations;
}

/* Ticks per operation, one value per sample. The caller frees them. */
static double *values_of(const struct method_point *point, const struct overhead *overhead,
			 enum method method)
{
	const struct series *series = point->series, *doubled = point->doubled;
	double *values = xcalloc(series->warm.count, sizeof(*values));
	double cost = timing_cost(point->bench, series, overhead);
	double iterations = (double)series->info->iterations;

	for (size_t i = 0; i < series->warm.count; i++) {
		uint64_t of_n = series->warm.values[i];

		values[i] = method == BY_DIFFERENCE
				    ? (double)timing_difference(doubled->warm.values[i], of_n) /
					      iterations
				    : timing_of_one((double)of_n, cost, iterations);
	}
	return values;
}

const char *const method_verdict_name[METHOD_VERDICTS] = {
	[METHODS_AGREE] = "agree",
	[METHODS_DIFFER] = "differ",
	[METHODS_CANNOT_TELL] = "can't tell",
};

/* If samples are too few for an interval, their range is used. */
static enum method_verdict methods_judge(const struct stats *a, const struct stats *b)
{
	double a_low = a->has_interval ? a->median_low : a->min;
	double a_high = a->has_interval ? a->median_high : a->max;
	double b_low = b->has_interval ? b->median_low : b->min;
	double b_high = b->has_interval ? b->median_high : b->max;
	double largest = fmax(a_high - b_low, b_high - a_low);

	if ((a_low > b_high || b_low > a_high) &&
	    fabs(a->median - b->median) > METHOD_TOLERANCE * fabs(a->median))
		return METHODS_DIFFER;
	return largest <= METHOD_RESOLUTION * fabs(a->median) ? METHODS_AGREE : METHODS_CANNOT_TELL;
}

static void methods_describe(struct method_point *point, const struct overhead *overhead)
{
	/* In the difference of 2n and n, both samples have the clock's step. */
	double step = overhead->time_base == TIME_INSTRUCTIONS
			      ? 0
			      : overhead->step / (double)point->series->info->iterations;

	for (enum method method = 0; method < METHODS; method++) {
		double *values = values_of(point, overhead, method);

		stats_describe(values, point->series->warm.count, &point->ticks[method]);
		stats_widen(&point->ticks[method], method == BY_DIFFERENCE ? 2 * step : step);
		free(values);
	}
	point->verdict = methods_judge(&point->ticks[BY_SUBTRACTION], &point->ticks[BY_DIFFERENCE]);
}

size_t methods_find(const struct metrics *metrics, const struct overhead *overhead,
		    struct method_point points[METHOD_POINTS_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < metrics->count && count < METHOD_POINTS_MAX; i++) {
		const struct metric *metric = &metrics->items[i], *doubled;

		doubled = metrics_find(metrics, metric->bench->info->name, metric->point,
				       DOUBLED_STAGE);
		if (doubled == NULL || !is_pair(metric->series, doubled->series))
			continue;
		points[count] = (struct method_point){
			.bench = metric->bench,
			.series = metric->series,
			.doubled = doubled->series,
		};
		methods_describe(&points[count++], overhead);
	}
	return count;
}

bool methods_call_slope(const struct method_point *points, size_t count,
			const struct overhead *overhead, enum method method, struct slope *slope)
{
	struct slope_point line[METHOD_POINTS_MAX];
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		const struct series *series = points[i].series;
		uint64_t arguments;

		if (strcmp(points[i].bench->info->name, CALL_BENCH) != 0 ||
		    !point_number(series->info->point, CALL_AXIS, &arguments))
			continue;
		line[used++] = (struct slope_point){
			.x = (double)arguments,
			.values = values_of(&points[i], overhead, method),
			.count = series->warm.count,
		};
	}
	if (used >= 2)
		slope_fit(line, used, slope);
	for (size_t i = 0; i < used; i++)
		free(line[i].values);
	return used >= 2;
}
