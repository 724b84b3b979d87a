/* SPDX-License-Identifier: MIT */
/* Samples form clusters of values one tick apart. The step is the smallest distance between two
 * large clusters, averaged over all similar distances. The step is accepted if nearly all samples
 * of the run lie on a lattice of this period. */
#include "tools/analysis/clock_step.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "lib/order.h"
#include "tools/base/sort.h"

#define CLUSTER_TICKS 1         /* maximum distance of neighbouring values in a cluster */
#define CLUSTER_PART 0.05       /* minimum share of a series' samples in a cluster */
#define SAME_STEP_RATIO 1.3     /* of the largest to the smallest distance taken as one step */
#define STEPS_MAX 16            /* farther apart, the step's own error adds up too much */
#define FIT_PART 0.98           /* minimum share of samples on the lattice */
#define FIT_TICKS 2.0           /* maximum distance from the lattice; at most a quarter of a step */
#define SAMPLES_MAX 256         /* used of each series */

struct steps {
	double least, sum;
	size_t count;
};

struct cluster {
	double at;              /* mean of its values */
	size_t count;           /* of its values */
};

static bool is_clocked(const struct bench *bench, const struct series *series)
{
	return series->info->timed != 0 && strcmp(bench->info->unit, TICKS_UNIT) == 0 &&
	       series->warm.count > 1;
}

/* Sort the first samples of a series. Returns their number. */
static size_t clock_step_sorted(const struct series *series, uint64_t values[SAMPLES_MAX])
{
	size_t count = series->warm.count < SAMPLES_MAX ? series->warm.count : SAMPLES_MAX;

	memcpy(values, series->warm.values, count * sizeof(*values));
	sort_numbers(values, count);
	return count;
}

/* The cluster that starts with the first of count sorted values. */
static struct cluster cluster_at(const uint64_t *values, size_t count)
{
	struct cluster cluster = {0, 1};
	double sum = 0;

	while (cluster.count < count &&
	       values[cluster.count] - values[cluster.count - 1] <= CLUSTER_TICKS)
		cluster.count++;
	for (size_t i = 0; i < cluster.count; i++)
		sum += (double)(values[i] - values[0]);
	cluster.at = (double)values[0] + sum / (double)cluster.count;
	return cluster;
}

static void add_distance(struct steps *steps, double distance)
{
	if (distance < CLOCK_STEP_MIN)
		return;
	if (distance * SAME_STEP_RATIO < steps->least)
		*steps = (struct steps){.least = distance};
	if (distance > steps->least * SAME_STEP_RATIO)
		return;
	steps->least = fmin(steps->least, distance);
	steps->sum += distance;
	steps->count++;
}

/* Add the distances between neighbouring large clusters of a series. */
static void add_distances(struct steps *steps, const struct series *series)
{
	uint64_t values[SAMPLES_MAX];
	size_t count = clock_step_sorted(series, values);
	struct cluster last = {0, 0};

	for (size_t i = 0; i < count;) {
		struct cluster cluster = cluster_at(values + i, count - i);

		i += cluster.count;
		if ((double)cluster.count < CLUSTER_PART * (double)count)
			continue;
		if (last.count > 0)
			add_distance(steps, cluster.at - last.at);
		last = cluster;
	}
}

/* Add to *near the number of samples within STEPS_MAX steps of the middle one, and to *off the
 * number of these that are not a whole number of steps from it. */
static void count_fits(const struct series *series, double step, size_t *near, size_t *off)
{
	uint64_t values[SAMPLES_MAX];
	size_t count = clock_step_sorted(series, values);
	double middle = (double)order_middle(values, count), fits = fmin(FIT_TICKS, step / 4);

	for (size_t i = 0; i < count; i++) {
		double distance = fabs((double)values[i] - middle);

		if (distance > STEPS_MAX * step)
			continue;
		++*near;
		*off += fabs(distance - step * round(distance / step)) > fits;
	}
}

static bool is_lattice(const struct result *result, double step)
{
	size_t near = 0, off = 0;

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < bench->series_count; j++) {
			if (is_clocked(bench, &bench->series[j]))
				count_fits(&bench->series[j], step, &near, &off);
		}
	}
	return (double)off <= (1 - FIT_PART) * (double)near;
}

double clock_step(const struct result *result)
{
	struct steps steps = {.least = INFINITY};
	double step;

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < bench->series_count; j++) {
			if (is_clocked(bench, &bench->series[j]))
				add_distances(&steps, &bench->series[j]);
		}
	}
	if (steps.count == 0)
		return 1;
	step = steps.sum / (double)steps.count;
	return is_lattice(result, step) ? step : 1;
}
