/* SPDX-License-Identifier: MIT */
/* The statistic of every split comes from that of the one before: one value changes sides. */
#include "tools/stats/change_point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/stats/stats.h"

#define VALUES_NEEDED_MAX 1000

struct search {
	const double *values;
	double level;
	struct change_point *points;
	size_t count;
};

/* How far the value is above the others: larger ones less smaller ones. */
static double sign_sum(const double *values, size_t first, size_t end, double value)
{
	double sum = 0;

	for (size_t i = first; i < end; i++)
		sum += (values[i] > value) - (values[i] < value);
	return sum;
}

/* Pettitt's approximation, which errs on the side of caution in short series. */
static double pettitt_p(double most, double n)
{
	return fmin(1, 2 * exp(-6 * most * most / (n * n * n + n * n)));
}

/* Find steps from first to before end, in rising order. */
static void search(struct search *state, size_t first, size_t end)
{
	const double *values = state->values;
	double statistic = 0, most = 0, most_deviations = 0, p;
	size_t split = first;

	for (size_t i = first; i + 1 < end; i++) {
		double pairs = (double)(i + 1 - first) * (double)(end - i - 1);

		statistic += sign_sum(values, first, end, values[i]);
		most = fmax(most, fabs(statistic));
		if (fabs(statistic) / sqrt(pairs) > most_deviations) {
			most_deviations = fabs(statistic) / sqrt(pairs);
			split = i + 1;
		}
	}
	p = pettitt_p(most, (double)(end - first));
	if (split == first || p > state->level)
		return;
	search(state, first, split);
	state->points[state->count++] = (struct change_point){.first = split, .p = p};
	search(state, split, end);
}

static double median_between(const double *values, size_t first, size_t end)
{
	double *copy = xcalloc(end - first, sizeof(double)), median;

	memcpy(copy, values + first, (end - first) * sizeof(*copy));
	median = stats_median(copy, end - first);
	free(copy);
	return median;
}

static void set_levels(const double *values, size_t count, struct change_point *points,
		       size_t point_count)
{
	for (size_t i = 0; i < point_count; i++) {
		size_t first = i > 0 ? points[i - 1].first : 0;
		size_t end = i + 1 < point_count ? points[i + 1].first : count;

		points[i].before = median_between(values, first, points[i].first);
		points[i].after = median_between(values, points[i].first, end);
	}
}

size_t change_points(const double *values, size_t count, double level,
		     struct change_point *points)
{
	struct search state = {.values = values, .level = level, .points = points};

	search(&state, 0, count);
	set_levels(values, count, points, state.count);
	return state.count;
}

size_t change_points_needed(double level)
{
	size_t n = 2;

	while (n < VALUES_NEEDED_MAX &&
	       pettitt_p((double)(n / 2 * (n - n / 2)), (double)n) > level)
		n++;
	return n;
}

size_t change_points_exact(const double *values, size_t count, struct change_point *points)
{
	size_t found = 0;

	for (size_t i = 1; i < count; i++) {
		if (values[i] != values[i - 1])
			points[found++] = (struct change_point){i, values[i - 1], values[i], 0};
	}
	return found;
}

double trend_slope(const double *values, size_t count)
{
	double *slopes = xcalloc(count * count / 2, sizeof(double)), slope = 0;
	size_t pairs = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = i + 1; j < count; j++)
			slopes[pairs++] = (values[j] - values[i]) / (double)(j - i);
	}
	if (pairs > 0)
		slope = median_between(slopes, 0, pairs);
	free(slopes);
	return slope;
}
