/* SPDX-License-Identifier: MIT */
/* Steps are found one at a time. */
#include "tools/stats/change_point.h"

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
