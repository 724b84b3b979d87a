/* SPDX-License-Identifier: MIT */
/* Scales and probabilities of deviations. No step looks at raw samples: an engine computes medians
 * and deviations. */
#include "tools/stats/odd.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "lib/rng.h"
#include "tools/base/alloc.h"
#include "tools/base/sort.h"
#include "tools/stats/stats.h"

#define MAD_EFFICIENCY 0.37
#define MEDIAN_ERROR 1.2533 /* of the median of n values, in deviations / sqrt(n) */
#define RELATIVE_MIN 0.0025
#define PRIOR_DEGREES 1.0

#define USED_PART 0.75 /* of the machines: the others may be odd */

#define SEED 40
#define SIMULATED_VALUES 160000
#define SIMULATED_MIN 100
#define SIMULATED_MAX 4000
#define LARGEST_MIN 1.0 /* smaller maxima say nothing about the tail */
#define SPREAD_MIN 0.05
#define BEYOND_ALL 1e9

/* ---- Scales ---- */

/* Table 1 of the article; n / (n - 0.8) beyond it. */
static double small_sample_factor(size_t n)
{
	static const double factors[] = {1,     1,     1.196, 1.495, 1.363,
					 1.206, 1.200, 1.140, 1.129, 1.107};

	return n < sizeof(factors) / sizeof(factors[0]) ? factors[n]
							: (double)n / ((double)n - 0.8);
}

/* The scale of the medians of machines, without moderation. */
static double raw_scale(const struct odd_figure *figure)
{
	double between = stats_deviation_of_mad(small_sample_factor(figure->machines) *
						figure->mad);
	double within = MEDIAN_ERROR * stats_deviation_of_mad(figure->within) /
			sqrt(fmax(1, figure->boots));

	return fmax(between, within);
}

static double relative_scale(const struct odd_figure *figure)
{
	return figure->median != 0 ? raw_scale(figure) / fabs(figure->median) : 0;
}

/* The median relative scale of the figures that vary; 0 if none does. */
static double typical_scale(const struct odd_figure *figures, size_t count)
{
	double *scales = xcalloc(count + 1, sizeof(*scales)), typical = 0;
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		double scale = relative_scale(&figures[i]);

		if (scale > 0)
			scales[n++] = scale;
	}
	if (n > 0)
		typical = stats_median(scales, n);
	free(scales);
	return typical;
}

void odd_set_scales(struct odd_figure *figures, size_t count)
{
	double typical = typical_scale(figures, count);

	for (size_t i = 0; i < count; i++) {
		struct odd_figure *figure = &figures[i];
		double size = fabs(figure->median), prior = typical * size;
		double raw = raw_scale(figure);
		double degrees = MAD_EFFICIENCY * ((double)figure->machines - 1);
		double moderated = sqrt((PRIOR_DEGREES * prior * prior + degrees * raw * raw) /
					(PRIOR_DEGREES + degrees));

		figure->scale = fmax(moderated, fmax(RELATIVE_MIN * size, figure->resolution));
	}
}

double odd_deviation(const struct odd_figure *figure, double value, double boots)
{
	double off = value - figure->median, scale = figure->scale;
	double within = MEDIAN_ERROR * stats_deviation_of_mad(figure->within);

	if (off == 0)
		return 0;
	if (figure->is_exact || scale <= 0)
		return copysign(INFINITY, off);
	if (boots >= 1 && boots < figure->boots)
		scale = sqrt(scale * scale + within * within * (1 / boots - 1 / figure->boots));
	return off / scale;
}

/* ---- Probabilities ---- */

/* A line through the lower part of the sorted values against the medians of Gumbel's order
 * statistics (Gringorten's plotting positions, 1963): odd machines are in the upper part. */
static void set_location(const double *sorted, size_t n, double *centre, double *spread)
{
	size_t used = (size_t)ceil(USED_PART * (double)n);
	double x = 0, y = 0, xx = 0, xy = 0;

	for (size_t i = 0; i < used; i++) {
		double place = -log(-log(((double)i + 0.56) / ((double)n + 0.12)));

		x += place / (double)used;
		y += sorted[i] / (double)used;
		xx += place * place / (double)used;
		xy += place * sorted[i] / (double)used;
	}
	*spread = (xy - x * y) / (xx - x * x);
	*centre = y - *spread * x;
}

static double random_gumbel(struct rng *rng)
{
	double uniform = ((double)(rng_next(rng) >> 11) + 0.5) / 9007199254740992.0;

	return -log(-log(uniform));
}

/* Kept for the life of the program: many groups have the same number of machines. */
struct odd_null {
	struct odd_null *next;
	size_t machines, count;
	double *centres, *spreads; /* as estimated from each simulated group */
};

static struct odd_null *nulls;

/* Simulate groups of which one machine is beyond all others, as the one under test. */
static struct odd_null *simulate(size_t n)
{
	struct odd_null *null = xcalloc(1, sizeof(*null));
	double *values = xcalloc(n, sizeof(*values));
	struct rng rng;

	null->machines = n;
	null->count = SIMULATED_VALUES / n;
	if (null->count < SIMULATED_MIN)
		null->count = SIMULATED_MIN;
	if (null->count > SIMULATED_MAX)
		null->count = SIMULATED_MAX;
	null->centres = xcalloc(null->count, sizeof(*null->centres));
	null->spreads = xcalloc(null->count, sizeof(*null->spreads));
	rng_seed(&rng, SEED);
	for (size_t i = 0; i < null->count; i++) {
		for (size_t j = 0; j + 1 < n; j++)
			values[j] = random_gumbel(&rng);
		values[n - 1] = BEYOND_ALL;
		sort_reals(values, n);
		set_location(values, n, &null->centres[i], &null->spreads[i]);
	}
	free(values);
	return null;
}

static const struct odd_null *find_null(size_t machines)
{
	struct odd_null *null = nulls;

	while (null != NULL && null->machines != machines)
		null = null->next;
	if (null == NULL) {
		null = simulate(machines);
		null->next = nulls;
		nulls = null;
	}
	return null;
}

void odd_test_make(struct odd_test *test, double *largest, size_t machines, size_t figures)
{
	*test = (struct odd_test){.machines = machines,
				  .figures = figures,
				  .null = find_null(machines)};
	for (size_t i = 0; i < machines; i++)
		largest[i] = log(fmax(LARGEST_MIN, fmin(largest[i], 1e300)));
	sort_reals(largest, machines);
	set_location(largest, machines, &test->centre, &test->spread);
	test->spread = fmax(test->spread, SPREAD_MIN);
}

double odd_probability_of_machine(const struct odd_test *test, double deviation)
{
	double size = fabs(deviation), mean = 0, at, normal;

	if (isinf(size))
		return 0;
	at = (log(fmax(size, LARGEST_MIN)) - test->centre) / test->spread;
	for (size_t i = 0; i < test->null->count; i++) {
		double place = test->null->centres[i] + at * test->null->spreads[i];

		mean += -expm1(-exp(-place)) / (double)test->null->count;
	}
	normal = 2 * gsl_cdf_ugaussian_Q(size) * (double)test->figures;
	return fmin(1, fmax(mean, normal));
}

double odd_probability_of_median(const struct odd_figure *figure, double expected)
{
	double off = fabs(figure->median - expected);
	double error = MEDIAN_ERROR * figure->scale / sqrt((double)figure->machines);
	double degrees = PRIOR_DEGREES + MAD_EFFICIENCY * ((double)figure->machines - 1);

	if (off == 0)
		return 1;
	return figure->is_exact || error <= 0 ? 0 : 2 * gsl_cdf_tdist_Q(off / error, degrees);
}

double odd_probability(const struct odd_test *test, double deviation)
{
	return fmin(1, (double)test->machines * odd_probability_of_machine(test, deviation));
}
