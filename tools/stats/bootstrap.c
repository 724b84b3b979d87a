/* SPDX-License-Identifier: MIT */
/* The median of a resample is drawn directly from its known distribution, not computed from drawn
 * samples. */
#include "tools/stats/bootstrap.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/sort.h"
#include "tools/stats/stats.h"

#define REPLICATES 2000
#define SEED 1
#define TAIL_PROBABILITY 0.025

struct resampling {
	gsl_rng *rng;
	double *medians;                /* one per run, of the side with more runs */
};

/* The value at a place from 0 to 1 in the sorted samples. */
static double value_at(const struct sample_run *run, double place)
{
	size_t index = (size_t)(place * (double)run->count);

	return run->sorted[index < run->count ? index : run->count - 1];
}

/* The k-th smallest of n uniform random numbers has the distribution Beta(k, n - k + 1). The number
 * after it is the smallest of n - k numbers in the rest of the range (David and Nagaraja, Order
 * Statistics, "Distribution of a single order statistic"). */
double bootstrap_redrawn_median(const struct sample_run *run, gsl_rng *rng)
{
	size_t n = run->count, lower = (n + 1) / 2;
	double place = gsl_ran_beta(rng, (double)lower, (double)(n - lower + 1));
	double value = value_at(run, place);

	if (n % 2 == 1)
		return value;
	place += (1 - place) * gsl_ran_beta(rng, 1, (double)(n - lower));
	return (value + value_at(run, place)) / 2;
}

static double resampled_median(const struct resampling *resampling,
			       const struct sample_runs *metric)
{
	for (size_t i = 0; i < metric->count; i++) {
		size_t drawn = gsl_rng_uniform_int(resampling->rng, metric->count);

		resampling->medians[i] = bootstrap_redrawn_median(&metric->runs[drawn],
								  resampling->rng);
	}
	return stats_median(resampling->medians, metric->count);
}

double bootstrap_median(const struct sample_runs *metric)
{
	double *medians = xcalloc(metric->count, sizeof(double)), median;

	for (size_t i = 0; i < metric->count; i++)
		medians[i] = stats_median_sorted(metric->runs[i].sorted, metric->runs[i].count);
	median = stats_median(medians, metric->count);
	free(medians);
	return median;
}

static void bootstrap_set_interval(struct estimate *estimate, double *replicates)
{
	sort_reals(replicates, REPLICATES);
	estimate->low = stats_quantile(replicates, REPLICATES, TAIL_PROBABILITY);
	estimate->high = stats_quantile(replicates, REPLICATES, 1 - TAIL_PROBABILITY);
}

static void set_values(const struct sample_runs *base, const struct sample_runs *other,
		       struct contrast *contrast)
{
	double base_median = bootstrap_median(base), other_median = bootstrap_median(other);

	*contrast = (struct contrast){
		.difference.value = other_median - base_median,
		.has_ratio = base_median > 0,
	};
	if (contrast->has_ratio)
		contrast->ratio.value = other_median / base_median;
}

void bootstrap_contrast(const struct sample_runs *base, const struct sample_runs *other,
			struct contrast *contrast)
{
	size_t most = base->count > other->count ? base->count : other->count;
	struct resampling resampling = {gsl_rng_alloc(gsl_rng_mt19937),
					xcalloc(most, sizeof(double))};
	double differences[REPLICATES], ratios[REPLICATES];

	gsl_rng_set(resampling.rng, SEED);
	set_values(base, other, contrast);
	for (size_t i = 0; i < REPLICATES; i++) {
		double from = resampled_median(&resampling, base);
		double to = resampled_median(&resampling, other);

		differences[i] = to - from;
		contrast->has_ratio &= from > 0;
		ratios[i] = contrast->has_ratio ? to / from : 0;
	}
	bootstrap_set_interval(&contrast->difference, differences);
	if (contrast->has_ratio)
		bootstrap_set_interval(&contrast->ratio, ratios);
	free(resampling.medians);
	gsl_rng_free(resampling.rng);
}
