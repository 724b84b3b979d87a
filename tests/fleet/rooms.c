/* SPDX-License-Identifier: MIT */
#include "tests/fleet/rooms.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/stats/odd.h"
#include "tools/stats/rank_test.h"
#include "tools/stats/stats.h"

#define SEED 40
#define LEAST_SPREAD 0.002
#define SPREAD_RATIO 25.0
#define CORRELATION 0.5
#define BOOT_PART 0.5
#define BOOTS_MAX 16

static double noise(const struct room_kind *kind, gsl_rng *rng)
{
	return kind->tail > 0 ? gsl_ran_tdist(rng, kind->tail) : gsl_ran_ugaussian(rng);
}

static double median_deviation(double *values, size_t count, double median)
{
	for (size_t i = 0; i < count; i++)
		values[i] = fabs(values[i] - median);
	return stats_median(values, count);
}

/* One figure of a model: the medians of the machines' boots, and its description. */
static void make_figure(const struct room_kind *kind, gsl_rng *rng, const double *common,
			size_t machines, size_t odd, double *values, struct odd_figure *figure)
{
	double spread = LEAST_SPREAD * pow(SPREAD_RATIO, gsl_rng_uniform(rng));
	double *copy = xcalloc(machines, sizeof(*copy)),
	       *within = xcalloc(machines, sizeof(*within));

	for (size_t i = 0; i < machines; i++) {
		double own = 1 + spread * (sqrt(CORRELATION) * common[i] +
					   sqrt(1 - CORRELATION) * noise(kind, rng));
		double boots[BOOTS_MAX];

		own *= i < odd ? 1 + kind->effect : 1;
		for (size_t j = 0; j < kind->boots; j++)
			boots[j] = own * (1 + BOOT_PART * spread * noise(kind, rng));
		values[i] = copy[i] = stats_median(boots, kind->boots);
		within[i] = median_deviation(boots, kind->boots, values[i]);
	}
	*figure = (struct odd_figure){.machines = machines, .boots = (double)kind->boots};
	figure->median = stats_median(copy, machines);
	figure->mad = median_deviation(copy, machines, figure->median);
	figure->within = kind->boots >= 3 ? stats_median(within, machines) : 0;
	free(within);
	free(copy);
}

/* Returns whether a machine is called odd that is not. */
static bool judge_model(const struct room_kind *kind, gsl_rng *rng, size_t machines, size_t odd,
			size_t models, struct room_counts *counts)
{
	double *common = xcalloc(machines, sizeof(*common));
	double *values = xcalloc(machines * kind->figures, sizeof(*values));
	double *largest = xcalloc(machines, sizeof(*largest)), *sorted;
	struct odd_figure *figures = xcalloc(kind->figures, sizeof(*figures));
	struct odd_test test;
	bool is_false = false;

	for (size_t i = 0; i < machines; i++)
		common[i] = noise(kind, rng);
	for (size_t i = 0; i < kind->figures; i++)
		make_figure(kind, rng, common, machines, i < kind->odd_figures ? odd : 0,
			    values + i * machines, &figures[i]);
	odd_set_scales(figures, kind->figures);
	for (size_t i = 0; i < kind->figures; i++) {
		for (size_t j = 0; j < machines; j++)
			largest[j] = fmax(largest[j],
					  fabs(odd_deviation(&figures[i], values[i * machines + j],
							     (double)kind->boots)));
	}
	sorted = xcalloc(machines, sizeof(*sorted));
	memcpy(sorted, largest, machines * sizeof(*sorted));
	odd_test_make(&test, sorted, machines, kind->figures);
	for (size_t i = 0; i < machines; i++) {
		bool is_called = odd_probability(&test, largest[i]) * (double)models <= kind->level;

		counts->odd += i < odd;
		counts->found += i < odd && is_called;
		is_false |= i >= odd && is_called;
	}
	free(sorted);
	free(figures);
	free(largest);
	free(values);
	free(common);
	return is_false;
}

void room_judge(const struct room_kind *kind, gsl_rng *rng, struct room_counts *counts)
{
	size_t models = 0;
	bool is_false = false;

	while (models < ROOM_MODELS_MAX && kind->sizes[models] > 0)
		models++;
	for (size_t i = 0; i < models; i++)
		is_false |= judge_model(kind, rng, kind->sizes[i], i == 0 ? kind->odd : 0, models,
					counts);
	counts->rooms++;
	counts->false_rooms += is_false;
}

/* A figure of a model: medians of the boots after, divided by those before. What a machine is
 * itself cancels. */
static struct odd_figure make_change(const struct room_kind *kind, gsl_rng *rng, size_t machines,
				     double effect)
{
	double spread = BOOT_PART * LEAST_SPREAD * pow(SPREAD_RATIO, gsl_rng_uniform(rng));
	double *values = xcalloc(machines, sizeof(*values));
	double *within = xcalloc(machines, sizeof(*within));
	struct odd_figure figure = {.machines = machines, .boots = (double)kind->boots};

	for (size_t i = 0; i < machines; i++) {
		double sides[2], squares = 0;

		for (size_t side = 0; side < 2; side++) {
			double boots[BOOTS_MAX], part;

			for (size_t j = 0; j < kind->boots; j++)
				boots[j] = 1 + spread * noise(kind, rng);
			sides[side] = stats_median(boots, kind->boots);
			part = median_deviation(boots, kind->boots, sides[side]) / sides[side];
			squares += part * part;
		}
		values[i] = (1 + effect) * sides[1] / sides[0];
		within[i] = values[i] * sqrt(squares);
	}
	figure.within = kind->boots >= 3 ? stats_median(within, machines) : 0;
	figure.median = stats_median(values, machines);
	figure.mad = median_deviation(values, machines, figure.median);
	free(within);
	free(values);
	return figure;
}

static void judge_shifts(const struct room_kind *kind, gsl_rng *rng, struct room_counts *counts)
{
	double *p = xcalloc(ROOM_MODELS_MAX * kind->figures, sizeof(*p));
	struct odd_figure *figures = xcalloc(kind->figures, sizeof(*figures));
	size_t tests = 0;
	bool is_false = false;

	for (size_t i = 0; i < ROOM_MODELS_MAX && kind->sizes[i] > 0; i++) {
		for (size_t j = 0; j < kind->figures; j++)
			figures[j] = make_change(kind, rng, kind->sizes[i],
						 i == 0 && j < kind->odd_figures ? kind->effect
										 : 0);
		odd_set_scales(figures, kind->figures);
		for (size_t j = 0; j < kind->figures; j++)
			p[tests++] = odd_probability_of_median(&figures[j], 1);
	}
	holm_correct(p, tests);
	for (size_t i = 0; i < tests; i++) {
		bool is_found = p[i] <= kind->level;

		counts->odd += i < kind->odd_figures;
		counts->found += is_found && i < kind->odd_figures;
		is_false |= is_found && i >= kind->odd_figures;
	}
	counts->rooms++;
	counts->false_rooms += is_false;
	free(figures);
	free(p);
}

struct room_counts rooms_judge_shifts(const struct room_kind *kind, size_t rooms)
{
	struct room_counts counts = {0};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, SEED);
	for (size_t i = 0; i < rooms; i++)
		judge_shifts(kind, rng, &counts);
	gsl_rng_free(rng);
	return counts;
}

struct room_counts rooms_judge(const struct room_kind *kind, size_t rooms)
{
	struct room_counts counts = {0};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, SEED);
	for (size_t i = 0; i < rooms; i++)
		room_judge(kind, rng, &counts);
	gsl_rng_free(rng);
	return counts;
}
