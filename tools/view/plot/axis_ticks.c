/* SPDX-License-Identifier: MIT */
#include "tools/view/plot/axis_ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/record/point.h"

/* Every second power of two has a tick. */
#define SIZE_SHIFT 2

/* Number of ticks: usual, minimum to show a logarithmic scale by round numbers, and minimum of any
 * scale. */
#define TICKS_USUAL 6
#define TICKS_MIN 3
#define TICKS_LEAST 2

/* Rounding error, relative to a step, of a tick at an end of the axis. */
#define SLACK 1e-6

/* Distance between two labels, in characters. */
#define LETTERS_BETWEEN 1.5

static void ticks_set(struct axis_ticks *ticks, const double values[TICKS_MAX], size_t count)
{
	ticks->count = count;
	for (size_t i = 0; i < count; i++)
		ticks->items[i].value = values[i];
}

/* The scale's range. Ticks at its ends are in it despite rounding. */
static struct tick_range ticks_range(const struct plot_scale *scale, bool is_count)
{
	return (struct tick_range){scale->low * (1 - SLACK), scale->high * (1 + SLACK), is_count};
}

static void ticks_measure(struct axis_ticks *ticks)
{
	ticks->letters = 0;
	for (size_t i = 0; i < ticks->count; i++)
		ticks->letters += LETTERS_BETWEEN + (double)strlen(ticks->items[i].text);
}

static void ticks_name(struct axis_ticks *ticks, const struct plot_scale *scale)
{
	double most = fmax(fabs(scale->low), fabs(scale->high));

	for (size_t i = 0; i < ticks->count; i++)
		tick_text(ticks->items[i].value, most, ticks->items[i].text);
	ticks_measure(ticks);
}

static void ticks_find_sizes(struct axis_ticks *ticks, const struct plot_scale *scale)
{
	const struct tick_range range = ticks_range(scale, false);
	double values[TICKS_MAX];
	char text[POINT_TEXT_MAX];

	ticks_set(ticks, values, tick_sizes(&range, SIZE_SHIFT, values));
	for (size_t i = 0; i < ticks->count; i++)
		snprintf(ticks->items[i].text, TICK_TEXT_MAX, "%s",
			 point_size((uint64_t)values[i], text));
	ticks_measure(ticks);
}

/* The smallest set of ticks with at least TICKS_MIN. */
static void ticks_find_log(struct axis_ticks *ticks, const struct plot_scale *scale, bool is_count)
{
	static const double digits[] = {1, 3, 1, 2, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9};
	static const struct {
		size_t first, count;
	} sets[] = {{0, 1}, {0, 2}, {2, 3}, {5, 9}};
	const struct tick_range range = ticks_range(scale, is_count);
	double values[TICKS_MAX];

	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]) && ticks->count < TICKS_MIN; i++)
		ticks_set(ticks, values,
			  tick_multiples(&range, digits + sets[i].first, sets[i].count, values));
	ticks_name(ticks, scale);
}

/* Find as many ticks as have room for their labels. */
static void ticks_find_linear(struct axis_ticks *ticks, const struct plot_scale *scale,
			      bool is_count, double letters)
{
	for (size_t wanted = TICKS_USUAL; wanted > 1; wanted--) {
		double step = tick_step(scale->high - scale->low, wanted), values[TICKS_MAX];
		const struct tick_range range = {scale->low - SLACK * step,
						 scale->high + SLACK * step, is_count};

		ticks_set(ticks, values, tick_steps(&range, step, values));
		ticks_name(ticks, scale);
		if (ticks->letters <= letters)
			return;
	}
}

void axis_ticks_find(struct axis_ticks *ticks, const struct chart_axis *axis,
		     const struct plot_scale *scale, double letters)
{
	size_t step;

	ticks->count = 0;
	if (axis->is_size)
		ticks_find_sizes(ticks, scale);
	else if (axis->is_log)
		ticks_find_log(ticks, scale, axis->is_count);
	else
		ticks_find_linear(ticks, scale, axis->is_count, letters);
	/* A short logarithmic axis may contain no multiple of a power of ten. */
	if (axis->is_log && !axis->is_size && scale->low > 0 && ticks->count < TICKS_LEAST)
		ticks_find_linear(ticks, scale, axis->is_count, letters);
	/* Keep each label, or only every second or third, so that they fit. */
	step = ticks->letters > letters ? (size_t)ceil(ticks->letters / letters) : 1;
	for (size_t i = 0; i < ticks->count; i++) {
		if (i % step != 0)
			ticks->items[i].text[0] = '\0';
	}
	ticks_measure(ticks);
}
