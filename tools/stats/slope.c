/* SPDX-License-Identifier: MIT */
/* Theil-Sen with a percentile bootstrap. */
#include "tools/stats/slope.h"

#include <gsl/gsl_statistics_double.h>

#include "tools/base/sort.h"
#include "tools/stats/bootstrap.h"
#include "tools/stats/stats.h"

#define REPLICATES 1000
#define SEED 1

static double fit(const struct slope_point *points, const double *medians, size_t count)
{
	double slopes[SLOPE_POINTS_MAX * (SLOPE_POINTS_MAX - 1) / 2];
	size_t pairs = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < i; j++)
			slopes[pairs++] = (medians[i] - medians[j]) / (points[i].x - points[j].x);
	}
	return stats_median(slopes, pairs);
}

void slope_fit(const struct slope_point *points, size_t count, struct slope *slope)
{
	double medians[SLOPE_POINTS_MAX], replicates[REPLICATES];
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, SEED);
	for (size_t i = 0; i < count; i++)
		medians[i] = stats_median(points[i].values, points[i].count);
	slope->value = fit(points, medians, count);
	for (size_t r = 0; r < REPLICATES; r++) {
		for (size_t i = 0; i < count; i++) {
			const struct sample_run run = {points[i].values, points[i].count};

			medians[i] = bootstrap_redrawn_median(&run, rng);
		}
		replicates[r] = fit(points, medians, count);
	}
	sort_reals(replicates, REPLICATES);
	slope->low = stats_quantile(replicates, REPLICATES, 0.025);
	slope->high = stats_quantile(replicates, REPLICATES, 0.975);
	gsl_rng_free(rng);
}
