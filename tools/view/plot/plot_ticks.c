/* SPDX-License-Identifier: MIT */
/* Ticks in gnuplot's script. gnuplot's own ticks overlap in narrow charts, divide counts, and label
 * only decades. */
#include <math.h>
#include <string.h>

#include "tools/record/point.h"
#include "tools/view/plot/plot_script.h"
#include "tools/view/plot/ticks.h"

/* The largest size with a tick: 1 TiB. */
#define SIZE_SHIFT_MAX 40

/* Minimum ratio of a long axis of sizes. Labels at each of its ticks would overlap on a phone. */
#define LONG_SIZES 4096

/* Number of ticks: usual, minimum to show the scale, and maximum. */
#define TICKS_USUAL 6
#define TICKS_MIN 3
#define TICKS_MAX 64

/* Rounding error, relative to a step, of a tick at an end of the axis. */
#define SLACK 1e-6

/* Distance between two labels, in characters. */
#define LETTERS_BETWEEN 1.5

struct plot_ticks {
	double values[TICKS_MAX];
	size_t count;
	double most; /* largest absolute value of the axis */
};

static void plot_ticks_add(struct plot_ticks *ticks, double value)
{
	if (ticks->count < TICKS_MAX)
		ticks->values[ticks->count++] = value;
}

/* Width of all labels in characters. */
static double plot_ticks_letters(const struct plot_ticks *ticks)
{
	char text[TICK_TEXT_MAX];
	double letters = 0;

	for (size_t i = 0; i < ticks->count; i++)
		letters += LETTERS_BETWEEN +
			   (double)strlen(tick_text(ticks->values[i], ticks->most, text));
	return letters;
}

/* Label each tick, or every second or third, if the labels do not fit. */
static void plot_ticks_write_all(const struct plot_ticks *ticks, char name, double letters,
				 FILE *file)
{
	double all = plot_ticks_letters(ticks);
	size_t step = all > letters ? (size_t)ceil(all / letters) : 1;
	char text[TICK_TEXT_MAX];

	for (size_t i = 0; i < ticks->count; i++)
		fprintf(file, "set %ctics %s('%s' %.12g)\n", name, i == 0 ? "" : "add ",
			i % step == 0 ? tick_text(ticks->values[i], ticks->most, text) : "",
			ticks->values[i]);
}

/* A tick at every second power of two; on a long axis, only every second tick has a label. gnuplot
 * does not draw ticks outside the range. */
static void plot_ticks_write_sizes(FILE *file, char name, struct plot_range range)
{
	unsigned step = range.high > range.low * LONG_SIZES ? 4 : 2;
	char text[POINT_TEXT_MAX];

	for (unsigned shift = 0; shift <= SIZE_SHIFT_MAX; shift += 2)
		fprintf(file, "set %ctics %s('%s' %llu)\n", name, shift == 0 ? "" : "add ",
			shift % step == 2 ? "" : point_size(UINT64_C(1) << shift, text),
			1ULL << shift);
}

/* The multiples of powers of ten in a range. */
static void plot_ticks_find_log(struct plot_ticks *ticks, struct plot_range range, bool is_count,
				const double *digits, size_t count)
{
	ticks->count = 0;
	if (!(range.low > 0 && isfinite(range.high)))
		return;
	for (int power = (int)floor(log10(range.low)); power <= (int)log10(range.high) + 1;
	     power++) {
		for (size_t i = 0; i < count; i++) {
			double value = digits[i] * pow(10, power);

			if (value >= range.low * (1 - SLACK) && value <= range.high * (1 + SLACK) &&
			    !(is_count && value < 1))
				plot_ticks_add(ticks, value);
		}
	}
}

/* The smallest set of ticks with at least TICKS_MIN. */
static void plot_ticks_log(struct plot_ticks *ticks, struct plot_range range, bool is_count)
{
	static const double digits[] = {1, 3, 1, 2, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9};
	static const struct {
		size_t first, count;
	} sets[] = {{0, 1}, {0, 2}, {2, 3}, {5, 9}};

	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]) && ticks->count < TICKS_MIN; i++)
		plot_ticks_find_log(ticks, range, is_count, digits + sets[i].first, sets[i].count);
}

/* As many ticks as have room for their labels. */
static void plot_ticks_linear(struct plot_ticks *ticks, struct plot_range range, bool is_count,
			      double letters)
{
	for (size_t wanted = TICKS_USUAL; wanted > 1; wanted--) {
		double step = tick_step(range.high - range.low, wanted);

		if (is_count)
			step = fmax(step, 1);
		ticks->count = 0;
		for (double i = ceil(range.low / step - SLACK); i <= range.high / step + SLACK &&
								ticks->count < TICKS_MAX; i++)
			plot_ticks_add(ticks, i * step);
		if (plot_ticks_letters(ticks) <= letters)
			return;
	}
}

void plot_ticks_write(FILE *file, char name, const struct chart_axis *axis,
		      struct plot_range range, double letters)
{
	struct plot_ticks ticks = {.most = fmax(fabs(range.low), fabs(range.high))};

	if (axis->is_size) {
		plot_ticks_write_sizes(file, name, range);
		return;
	}
	if (!(range.high > range.low))
		return;
	if (axis->is_log)
		plot_ticks_log(&ticks, range, axis->is_count);
	else
		plot_ticks_linear(&ticks, range, axis->is_count, letters);
	plot_ticks_write_all(&ticks, name, letters, file);
}
