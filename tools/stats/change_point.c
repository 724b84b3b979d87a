/* SPDX-License-Identifier: MIT */
/* Steps are found one at a time. */
#include "tools/stats/change_point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/stats/stats.h"
#include "tools/stats/step_test.h"

struct search {
	const double *values;
	double level;
	struct change_point *points;
	size_t count;
};

/* Find steps from first to before end, in ascending order. */
static void search(struct search *state, size_t first, size_t end)
{
	const struct step_test test = step_test(state->values + first, end - first, state->level);

	if (test.split == 0 || test.p > state->level)
		return;
	search(state, first, first + test.split);
	state->points[state->count++] =
		(struct change_point){.first = first + test.split, .p = test.p};
	search(state, first + test.split, end);
}

static double median_between(const double *values, size_t first, size_t end)
{
	double *copy = xcalloc(end - first, sizeof(double)), median;

	memcpy(copy, values + first, (end - first) * sizeof(*copy));
	median = stats_median(copy, end - first);
	free(copy);
	return median;
}

double change_part(double before, double after)
{
	return before > 0 ? after / before - 1 : NAN;
}

/* The median of a level. Adds up how far its values are from it, and sets their median. */
static double level_of(const double *values, size_t first, size_t end, double *sum, double *spread)
{
	double *away = xcalloc(end - first, sizeof(*away));
	double median = median_between(values, first, end);

	for (size_t i = first; i < end; i++) {
		away[i - first] = fabs(values[i] - median);
		*sum += away[i - first];
	}
	*spread = fmax(*spread, stats_median(away, end - first));
	free(away);
	return median;
}

bool change_point_clean(const double *values, size_t count, double spread,
			struct change_point *point)
{
	double least = INFINITY, widest = INFINITY;

	for (size_t split = 2; split + 2 <= count; split++) {
		double sum = 0, wide = 0;
		double before = level_of(values, 0, split, &sum, &wide);
		double after = level_of(values, split, count, &sum, &wide);

		if (sum >= least)
			continue;
		least = sum;
		widest = wide;
		*point = (struct change_point){.first = split, .before = before, .after = after};
	}
	return widest <= spread && fabs(point->after - point->before) > spread;
}

size_t change_points(const double *values, size_t count, double level,
		     struct change_point *points)
{
	struct search state = {.values = values, .level = level, .points = points};

	search(&state, 0, count);
	for (size_t i = 0; i < state.count; i++) {
		size_t first = i > 0 ? points[i - 1].first : 0;
		size_t end = i + 1 < state.count ? points[i + 1].first : count;

		points[i].before = median_between(values, first, points[i].first);
		points[i].after = median_between(values, points[i].first, end);
	}
	return state.count;
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
