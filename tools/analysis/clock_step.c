/* SPDX-License-Identifier: MIT */
/* Values a tick apart are one place of the clock. The least distance between two places that
 * many samples are at is taken for the step, averaged over all distances like it; then all samples
 * of the run are asked whether they lie on that lattice. */
#include "tools/analysis/clock_step.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "tools/base/sort.h"

#define PLACE_TICKS 1 /* values so near to the next are of one place */
#define PLACE_PART 0.05 /* of a series' samples, at a place that counts */
#define ALIKE 1.3 /* distances up to so many times the least are of one step */
#define STEPS_MAX 16 /* farther apart the error of the step itself would show */
#define FIT_PART 0.98 /* of the samples, on the lattice */
#define FIT_TICKS 2.0 /* so near to it, but no farther than a quarter of a step */
#define SAMPLES_MAX 256 /* of a series that are looked at */

struct steps {
	double least, sum;
	size_t count;
};

/* A place: the mean of the values at it, and how many they are. */
struct place {
	double at;
	size_t count;
};

static bool is_clocked(const struct bench *bench, const struct series *series)
{
	return series->info->timed != 0 && strcmp(bench->info->unit, TICKS_UNIT) == 0 &&
	       series->warm.count > 1;
}

/* Its first samples, sorted. Returns how many. */
static size_t clock_step_sorted(const struct series *series, uint64_t values[SAMPLES_MAX])
{
	size_t count = series->warm.count < SAMPLES_MAX ? series->warm.count : SAMPLES_MAX;

	memcpy(values, series->warm.values, count * sizeof(*values));
	sort_numbers(values, count);
	return count;
}

/* The place that begins at the first of count sorted values. */
static struct place place_at(const uint64_t *values, size_t count)
{
	struct place place = {0, 1};
	double sum = 0;

	while (place.count < count &&
	       values[place.count] - values[place.count - 1] <= PLACE_TICKS)
		place.count++;
	for (size_t i = 0; i < place.count; i++)
		sum += (double)(values[i] - values[0]);
	place.at = (double)values[0] + sum / (double)place.count;
	return place;
}

static void note_distance(struct steps *steps, double distance)
{
	if (distance < CLOCK_STEP_MIN)
		return;
	if (distance * ALIKE < steps->least)
		*steps = (struct steps){.least = distance};
	if (distance > steps->least * ALIKE)
		return;
	steps->least = fmin(steps->least, distance);
	steps->sum += distance;
	steps->count++;
}

/* Distances between neighbouring places of one series that hold a good part of its samples. */
static void note_distances(struct steps *steps, const struct series *series)
{
	uint64_t values[SAMPLES_MAX];
	size_t count = clock_step_sorted(series, values);
	struct place last = {0, 0};

	for (size_t i = 0; i < count;) {
		struct place place = place_at(values + i, count - i);

		i += place.count;
		if ((double)place.count < PLACE_PART * (double)count)
			continue;
		if (last.count > 0)
			note_distance(steps, place.at - last.at);
		last = place;
	}
}

/* How many samples lie within STEPS_MAX of their series' middle, and how many of these do not lie a
 * whole number of steps from it. */
static void count_fits(const struct series *series, double step, size_t *near, size_t *off)
{
	uint64_t values[SAMPLES_MAX];
	size_t count = clock_step_sorted(series, values);
	double middle = (double)values[count / 2], fits = fmin(FIT_TICKS, step / 4);

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
				note_distances(&steps, &bench->series[j]);
		}
	}
	if (steps.count == 0)
		return 1;
	step = steps.sum / (double)steps.count;
	return is_lattice(result, step) ? step : 1;
}
