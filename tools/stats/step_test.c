/* SPDX-License-Identifier: MIT */
/* The noise is estimated from differences of consecutive values, which a step hardly affects. */
#include "tools/stats/step_test.h"

#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "tools/base/alloc.h"
#include "tools/stats/stats.h"

#define SEED 1
#define VALUES_NEEDED_MAX 1000
#define LEVEL_ORDERS 4 /* permutations, in multiples of 1 / level */
#define ENOUGH_HITS 10 /* p is then above the level; its value does not matter */
#define MEAN_TO_DEVIATION 1.2533
#define CORRELATION_MAX 0.9
#define ROUNDING 1e-20 /* square of what rounding leaves of a clipped value */
#define SPLITS_MAX 2
#define SPLITS_RUNS 40 /* shorter series have one split removed */
/* The bias of the estimate r is -(BIAS + BIAS_SLOPE * r), multiplied by the number of removed
 * levels per value. */
#define BIAS 2.2
#define BIAS_SLOPE 4.0

/* Limits of clipping, in standard deviations of the noise. */
static const double clips[] = {3, 20};

#define CLIPS (sizeof(clips) / sizeof(clips[0]))

struct series {
	double *values;
	size_t count;
};

/* ---- Scores ---- */

static double spread_of_differences(const double *values, size_t count)
{
	double *steps = xcalloc(count, sizeof(*steps)), sum = 0, spread;

	for (size_t i = 1; i < count; i++) {
		steps[i - 1] = fabs(values[i] - values[i - 1]);
		sum += steps[i - 1];
	}
	spread = stats_deviation_of_mad(stats_median(steps, count - 1));
	if (spread == 0)
		spread = MEAN_TO_DEVIATION * sum / (double)(count - 1);
	free(steps);
	return spread / sqrt(2);
}

/* Distances from the median in standard deviations, clipped, minus their mean. Returns false if all
 * values are equal. */
static bool make_scores(const double *values, double clip, const struct series *scores)
{
	double spread = spread_of_differences(values, scores->count), median, mean = 0;
	double *out = scores->values;

	memcpy(out, values, scores->count * sizeof(*out));
	median = stats_median(out, scores->count);
	for (size_t i = 0; i < scores->count && spread > 0; i++) {
		out[i] = fmax(-clip, fmin(clip, (values[i] - median) / spread));
		mean += out[i] / (double)scores->count;
	}
	for (size_t i = 0; i < scores->count; i++)
		out[i] -= mean;
	return spread > 0;
}

/* ---- The statistic ---- */

/* The largest difference at a split, in its standard deviations. Sets *split to the first value
 * after it. */
static double largest_step(const double *values, size_t count, size_t *split)
{
	double total = 0, sum = 0, most = 0;

	*split = 0;
	for (size_t i = 0; i < count; i++)
		total += values[i];
	for (size_t before = 1; before + STEP_VALUES_MIN <= count; before++) {
		double part = (double)before / (double)count, off, square;

		sum += values[before - 1];
		if (before < STEP_VALUES_MIN)
			continue;
		off = sum - total * part;
		square = off * off / ((double)before * (1 - part));
		if (square > most) {
			most = square;
			*split = before;
		}
	}
	return sqrt(most);
}

/* ---- Autocorrelation ---- */

static void subtract_mean(double *values, size_t count)
{
	double mean = 0;

	for (size_t i = 0; i < count; i++)
		mean += values[i] / (double)count;
	for (size_t i = 0; i < count; i++)
		values[i] -= mean;
}

/* Subtract the levels between the best splits, one split after the other. */
static void remove_levels(double *values, size_t count, size_t splits)
{
	size_t ends[SPLITS_MAX + 2] = {0, count}, levels = 1;

	for (; splits > 0; splits--) {
		size_t best = 0, at = 0, split;
		double most = 0;

		for (size_t i = 0; i < levels; i++) {
			double step = largest_step(values + ends[i], ends[i + 1] - ends[i], &split);

			if (step > most) {
				most = step;
				best = i;
				at = ends[i] + split;
			}
		}
		if (at == 0)
			break;
		memmove(&ends[best + 2], &ends[best + 1], (levels - best) * sizeof(ends[0]));
		ends[best + 1] = at;
		levels++;
	}
	for (size_t i = 0; i < levels; i++)
		subtract_mean(values + ends[i], ends[i + 1] - ends[i]);
}

static double autocorrelation_of(const struct series *scores)
{
	size_t count = scores->count, splits = count < SPLITS_RUNS ? 1 : SPLITS_MAX;
	double *left = xcalloc(count, sizeof(*left)), products = 0, squares = 0;
	double levels_a_value = (double)(splits + 1) / (double)count, estimate;

	memcpy(left, scores->values, count * sizeof(*left));
	remove_levels(left, count, splits);
	for (size_t i = 0; i < count; i++) {
		squares += left[i] * left[i];
		products += i > 0 ? left[i] * left[i - 1] : 0;
	}
	free(left);
	/* Clipped values may be constant between the splits, up to rounding. */
	estimate = squares > ROUNDING * (double)count ? products / squares : 0;
	estimate = (estimate + BIAS * levels_a_value) / fmax(0.1, 1 - BIAS_SLOPE * levels_a_value);
	return fmax(0, fmin(CORRELATION_MAX, estimate + 1 / sqrt((double)count)));
}

/* ---- Permutations ---- */

static void shuffle(struct rng *rng, double *values, size_t count)
{
	for (size_t i = count - 1; i > 0; i--) {
		size_t other = rng_below(rng, (uint32_t)i + 1);
		double value = values[i];

		values[i] = values[other];
		values[other] = value;
	}
}

static void remove_correlation(const struct series *scores, double correlation, double *left)
{
	left[0] = scores->values[0] * sqrt(1 - correlation * correlation);
	for (size_t i = 1; i < scores->count; i++)
		left[i] = scores->values[i] - correlation * scores->values[i - 1];
}

static void add_correlation(const double *left, size_t count, double correlation, double *values)
{
	values[0] = left[0] / sqrt(1 - correlation * correlation);
	for (size_t i = 1; i < count; i++)
		values[i] = left[i] + correlation * values[i - 1];
}

/* The probability of a step of at least most. */
static double p_of(const struct series *scores, double correlation, double most, double level)
{
	double *left = xcalloc(scores->count, sizeof(*left));
	double *values = xcalloc(scores->count, sizeof(*values));
	size_t orders = (size_t)(LEVEL_ORDERS / level), done = 0, hits = 0, split;
	struct rng rng;

	rng_seed(&rng, SEED);
	remove_correlation(scores, correlation, left);
	while (done < orders && hits < ENOUGH_HITS) {
		shuffle(&rng, left, scores->count);
		add_correlation(left, scores->count, correlation, values);
		hits += largest_step(values, scores->count, &split) >= most * (1 - 1e-12);
		done++;
	}
	free(values);
	free(left);
	return (double)(hits + 1) / (double)(done + 1);
}

static struct step_test test_clipped(const double *values, size_t count, double clip, double level)
{
	struct series scores = {xcalloc(count, sizeof(double)), count};
	struct step_test test = {.p = 1};

	if (make_scores(values, clip, &scores)) {
		double most = largest_step(scores.values, count, &test.split);

		test.autocorrelation = autocorrelation_of(&scores);
		test.p = p_of(&scores, test.autocorrelation, most, level);
	}
	free(scores.values);
	return test;
}

struct step_test step_test(const double *values, size_t count, double level)
{
	struct step_test best = {.p = 1};

	if (count < step_test_needed(level))
		return best;
	for (size_t i = 0; i < CLIPS; i++) {
		struct step_test test = test_clipped(values, count, clips[i],
						     level / (double)CLIPS);

		test.p = fmin(1, test.p * (double)CLIPS);
		if (i == 0 || test.p < best.p)
			best = test;
	}
	return best;
}

size_t step_test_needed(double level)
{
	unsigned n = 2 * STEP_VALUES_MIN;

	while (n < VALUES_NEEDED_MAX && 2 * (double)CLIPS / gsl_sf_choose(n, n / 2) > level)
		n++;
	return n;
}
