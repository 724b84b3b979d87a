/* SPDX-License-Identifier: MIT */
/* Axes of a picture as gnuplot's script. Where an axis is logarithmic gnuplot would number its
 * decades alone, which figures may not reach: there ticks are ours. */
#include <math.h>

#include "tools/record/point.h"
#include "tools/view/plot/plot_script.h"
#include "tools/view/plot/ticks.h"

/* The largest size that has a tick: 1 TiB. */
#define SIZE_SHIFT_MAX 40

/* From so many times its smallest size on an axis is long: names at each tick would touch on a
 * phone. */
#define LONG_SIZES 4096

/* About so many ticks are on an axis that has labels of ours. */
#define TICKS_USUAL 6

/* So many ticks tell the scale of an axis, and what is left free at its ends, in parts of it. */
#define TICKS_MIN 3
#define FREE_PART 0.04

/* Names of lines nearer to one another than this, in parts of the axis, would touch. */
#define NAMES_APART 0.2

struct range {
	double low, high;
};

/* ---- Texts ---- */

/* twice: a character that gnuplot has to see two of to take it for itself, besides the quote. */
static void plot_script_write_quoted(FILE *file, const char *text, char twice)
{
	putc('\'', file);
	for (; *text != '\0'; text++) {
		if (*text == '\'' || *text == twice)
			putc(*text, file);
		putc((unsigned char)*text < ' ' ? ' ' : *text, file);
	}
	putc('\'', file);
}

void plot_script_write_text(FILE *file, const char *text)
{
	plot_script_write_quoted(file, text, '\'');
}

/* ---- Ranges ---- */

static void range_widen(struct range *range, double value, bool is_log)
{
	if (!isfinite(value) || (is_log && value <= 0))
		return;
	range->low = fmin(range->low, value);
	range->high = fmax(range->high, value);
}

static void range_add_curve(struct range *range, const struct plot *plot,
			    const struct plot_curve *curve, bool is_x)
{
	for (size_t i = 0; i < curve->count; i++) {
		const struct chart_point *point = &curve->points[i];

		if (!plot_shows(plot, point))
			continue;
		range_widen(range, is_x ? point->x : point->y,
			    is_x ? plot->x.is_log : plot->y.is_log);
		if (curve->style == CHART_BARS)
			range_widen(range, is_x ? point->x_end : point->base,
				    is_x ? plot->x.is_log : plot->y.is_log);
	}
}

/* What is drawn, marks included. */
static struct range range_of(const struct plot *plot, bool is_x)
{
	struct range range = {INFINITY, -INFINITY};

	for (size_t i = 0; is_x && i < plot->mark_count; i++)
		range_widen(&range, plot->marks[i].x, plot->x.is_log);
	for (size_t i = 0; i < plot->curve_count; i++)
		range_add_curve(&range, plot, &plot->curves[i], is_x);
	return range;
}

/* Figures that are all the same get half a decade on either side. */
static struct range range_for_log(struct range range)
{
	double decades = log10(range.high / range.low);
	double room = decades > 0 ? decades * FREE_PART : 0.5;

	return (struct range){range.low * pow(10, -room), range.high * pow(10, room)};
}

/* ---- Ticks ---- */

/* A tick at every second power of two, of a long axis every second with its name; those outside the
 * axis don't show. */
static void plot_axes_write_sizes(FILE *file, char name, struct range range)
{
	unsigned step = range.high > range.low * LONG_SIZES ? 4 : 2;
	char text[POINT_TEXT_MAX];

	fprintf(file, "set logscale %c 2\n", name);
	for (unsigned shift = 0; shift <= SIZE_SHIFT_MAX; shift += 2)
		fprintf(file, "set %ctics %s('%s' %llu)\n", name, shift == 0 ? "" : "add ",
			shift % step == 2 ? "" : point_size(UINT64_C(1) << shift, text),
			1ULL << shift);
}

/* The multiples of powers of ten in a range, and write them if there is a file. */
static size_t plot_axes_log_ticks(struct range range, const double *digits, size_t count, char name,
				  FILE *file)
{
	char text[TICK_TEXT_MAX];
	size_t ticks = 0;

	for (int power = (int)floor(log10(range.low)); power <= (int)log10(range.high) + 1;
	     power++) {
		for (size_t i = 0; i < count; i++) {
			double value = digits[i] * pow(10, power);

			if (value < range.low || value > range.high)
				continue;
			if (file != NULL)
				fprintf(file, "set %ctics %s('%s' %.12g)\n", name,
					ticks == 0 ? "" : "add ",
					tick_text(value, range.high, text), value);
			ticks++;
		}
	}
	return ticks;
}

/* As few as tell the scale; of a range within one digit gnuplot's own. */
static void plot_axes_write_log(FILE *file, char name, struct range range)
{
	static const double digits[] = {1, 3, 1, 2, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9};
	static const struct {
		size_t first, count;
	} sets[] = {{0, 1}, {0, 2}, {2, 3}, {5, 9}};

	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		const double *set = digits + sets[i].first;

		if (plot_axes_log_ticks(range, set, sets[i].count, name, NULL) < TICKS_MIN)
			continue;
		plot_axes_log_ticks(range, set, sets[i].count, name, file);
		return;
	}
}

/* Where numbers are long gnuplot would write all their digits. Its axis goes on beyond what is
 * drawn, to the next of its own ticks: so do ours; what lies outside does not show. */
static void plot_axes_write_linear(FILE *file, char name, const struct chart_axis *axis,
				   const struct plot *plot)
{
	struct range range = range_of(plot, name == 'x');
	double most = fmax(fabs(range.low), fabs(range.high)), step, first;
	char text[TICK_TEXT_MAX];

	if (axis->from_zero)
		range.low = fmin(range.low, 0);
	fprintf(file, "set format %c '%%.10g'\n", name);
	if (axis->name_count > 0 || !(most >= TICK_LONG) || !(range.high > range.low))
		return;
	step = tick_step(range.high - range.low, TICKS_USUAL);
	first = floor(range.low / step) - 1;
	for (double i = first; i * step <= range.high + 2 * step; i++)
		fprintf(file, "set %ctics %s('%s' %.12g)\n", name, i == first ? "" : "add ",
			tick_text(i * step, most, text), i * step);
}

/* ---- Axes ---- */

static void plot_axes_write_range(FILE *file, char name, const struct chart_axis *axis,
				  const struct plot *plot)
{
	bool is_x = name == 'x', is_fixed = axis->low != axis->high;
	struct range range = is_fixed ? (struct range){axis->low, axis->high}
				      : range_of(plot, is_x);

	if (axis->is_log && !axis->is_size && range.high > 0) {
		range = is_fixed ? range : range_for_log(range);
		plot_axes_write_log(file, name, range);
	}
	if (is_fixed)
		fprintf(file, "set %crange [%.12g:%.12g]\n", name, range.low, range.high);
	else if ((axis->is_log && range.high > range.low) || (is_x && plot->mark_count > 0))
		fprintf(file, "set %crange [%.12g:%.12g] noextend\n", name, range.low, range.high);
	else if (axis->from_zero)
		fprintf(file, "set %crange [0:*]\n", name);
}

static void plot_axes_write_axis(FILE *file, char name, const struct chart_axis *axis,
				 const struct plot *plot)
{
	fprintf(file, "set %clabel ", name);
	plot_script_write_text(file, axis->label);
	putc('\n', file);
	if (axis->is_size)
		plot_axes_write_sizes(file, name, range_of(plot, name == 'x'));
	else if (axis->is_log)
		fprintf(file, "set logscale %c 10\n", name);
	else
		plot_axes_write_linear(file, name, axis, plot);
	plot_axes_write_range(file, name, axis, plot);
	for (size_t i = 0; i < axis->name_count; i++) {
		fprintf(file, "set %ctics %s(", name, i == 0 ? "" : "add ");
		plot_script_write_quoted(file, axis->names[i], '%'); /* it is a format */
		fprintf(file, " %zu)\n", i);
	}
}

/* ---- Lines across ---- */

/* Where a value lies on the axis below, from 0 to 1. */
static double place_of(const struct plot *plot, struct range range, double x)
{
	if (plot->x.is_log)
		return log(x / range.low) / log(range.high / range.low);
	return (x - range.low) / (range.high - range.low);
}

/* Names stand above the picture, where no curve is; those of neighbours at two heights. */
static void plot_axes_write_marks(FILE *file, const struct plot *plot)
{
	const struct range range = range_of(plot, true);
	double last = -INFINITY;
	bool is_raised = false, was_raised = false;

	for (size_t i = 0; i < plot->mark_count; i++) {
		double place = place_of(plot, range, plot->marks[i].x);

		is_raised = place - last < NAMES_APART && !is_raised;
		was_raised |= is_raised;
		last = place;
		fprintf(file,
			"set arrow from %.12g, graph 0 to %.12g, graph %s nohead dashtype 3 "
			"linewidth 1 linecolor rgb '" PLOT_REFERENCE_COLOUR "'\nset label ",
			plot->marks[i].x, plot->marks[i].x, is_raised ? "1.07" : "1");
		plot_script_write_text(file, plot->marks[i].name);
		fprintf(file, " at %.12g, graph %s\n", plot->marks[i].x,
			is_raised ? "1.11 center" : "1.04 center");
	}
	if (plot->mark_count > 0)
		fprintf(file, "set tmargin %s\n", was_raised ? "3.5" : "2.5");
}

void plot_axes_write(const struct plot *plot, FILE *file)
{
	plot_axes_write_axis(file, 'x', &plot->x, plot);
	plot_axes_write_axis(file, 'y', &plot->y, plot);
	plot_axes_write_marks(file, plot);
}
