/* Theil-Sen with a percentile bootstrap. */
#include "tools/slope.h"

#include <err.h>
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "tools/sort.h"

#define REPLICATES 1000
#define SEED 1

static double median_of(double *values, size_t count)
{
	sort_reals(values, count);
	return gsl_stats_median_from_sorted_data(values, 1, count);
}

static double fit(const struct slope_point *points, const double *medians, size_t count)
{
	double slopes[SLOPE_POINTS_MAX * (SLOPE_POINTS_MAX - 1) / 2];
	size_t pairs = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < i; j++)
			slopes[pairs++] = (medians[i] - medians[j]) / (points[i].x - points[j].x);
	}
	return median_of(slopes, pairs);
}

/* The value at a place, counted from 0, among sorted values of which each is there as often as drawn
 * says. */
static double value_at(const double *sorted, const uint32_t *drawn, size_t place)
{
	size_t i = 0;

	for (size_t below = drawn[0]; below <= place; below += drawn[i])
		i++;
	return sorted[i];
}

/* The median of as many samples as the point has, drawn from them with replacement. They are sorted, so
 * that it need only be counted how often each is drawn. */
static double redrawn_median(const struct slope_point *point, uint32_t *drawn, struct rng *rng)
{
	size_t count = point->count;

	memset(drawn, 0, count * sizeof(*drawn));
	for (size_t i = 0; i < count; i++)
		drawn[rng_below(rng, (uint32_t)count)]++;
	return (value_at(point->values, drawn, (count - 1) / 2) +
		value_at(point->values, drawn, count / 2)) / 2;
}

static size_t largest_count(const struct slope_point *points, size_t count)
{
	size_t largest = 0;

	for (size_t i = 0; i < count; i++)
		largest = points[i].count > largest ? points[i].count : largest;
	return largest;
}

void slope_fit(const struct slope_point *points, size_t count, struct slope *slope)
{
	double medians[SLOPE_POINTS_MAX], replicates[REPLICATES];
	uint32_t *drawn = calloc(largest_count(points, count), sizeof(*drawn));
	struct rng rng;

	if (drawn == NULL)
		err(2, "out of memory");
	rng_seed(&rng, SEED);
	for (size_t i = 0; i < count; i++)
		medians[i] = median_of(points[i].values, points[i].count);
	slope->value = fit(points, medians, count);
	for (size_t r = 0; r < REPLICATES; r++) {
		for (size_t i = 0; i < count; i++)
			medians[i] = redrawn_median(&points[i], drawn, &rng);
		replicates[r] = fit(points, medians, count);
	}
	sort_reals(replicates, REPLICATES);
	slope->low = gsl_stats_quantile_from_sorted_data(replicates, 1, REPLICATES, 0.025);
	slope->high = gsl_stats_quantile_from_sorted_data(replicates, 1, REPLICATES, 0.975);
	free(drawn);
}
