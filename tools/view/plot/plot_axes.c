/* SPDX-License-Identifier: MIT */
/* Axes in gnuplot's script: ranges, labels and names. */
#include <math.h>
#include <string.h>

#include "tools/base/utf8.h"
#include "tools/view/plot/plot_script.h"

/* Margin at the ends of an axis, relative to its length. */
#define FREE_PART 0.04

/* Longer labels exceed the height of a page's chart, because phones enlarge text. */
#define PAGE_LABEL_LETTERS 28

/* Names of marks at a smaller distance, relative to the axis, would overlap. */
#define NAMES_APART 0.2

/* A mark this close to an end of the axis, relative to its length, is at the end. */
#define MARK_AT_END 0.06

/* An invisible part of an axis. */
#define RANGE_EXTENSION 1e-9

/* ---- Texts ---- */

/* twice: a character that must be doubled for gnuplot to draw it, as the quote. */
static void plot_script_write_quoted(FILE *file, const char *text, size_t length, char twice)
{
	putc('\'', file);
	for (const char *end = text + length; text < end; text++) {
		if (*text == '\'' || *text == twice)
			putc(*text, file);
		putc((unsigned char)*text < ' ' ? ' ' : *text, file);
	}
	putc('\'', file);
}

void plot_script_write_part(FILE *file, const char *text, size_t length)
{
	plot_script_write_quoted(file, text, length, '\'');
}

void plot_script_write_tick(FILE *file, const char *text, size_t length)
{
	plot_script_write_quoted(file, text, length, '%'); /* the label is a format */
}

void plot_script_write_text(FILE *file, const char *text)
{
	plot_script_write_part(file, text, strlen(text));
}

/* ---- Ranges ---- */

static void range_widen(struct plot_range *range, double value, bool is_log)
{
	if (!isfinite(value) || (is_log && value <= 0))
		return;
	range->low = fmin(range->low, value);
	range->high = fmax(range->high, value);
}

static void range_add_curve(struct plot_range *range, const struct plot *plot,
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

/* The range of drawn data and marks. */
struct plot_range plot_range_of(const struct plot *plot, bool is_x)
{
	struct plot_range range = {INFINITY, -INFINITY};

	for (size_t i = 0; is_x && i < plot->mark_count; i++)
		range_widen(&range, plot->marks[i].x, plot->x.is_log);
	for (size_t i = 0; i < plot->curve_count; i++)
		range_add_curve(&range, plot, &plot->curves[i], is_x);
	return range;
}

/* If all values are equal, extends by half a decade on each side. */
static struct plot_range range_for_log(struct plot_range range)
{
	double decades = log10(range.high / range.low);
	double room = decades > 0 ? decades * FREE_PART : 0.5;

	return (struct plot_range){range.low * pow(10, -room), range.high * pow(10, room)};
}

/* The range of the data with a margin. If all values are equal, extends by half of the value on
 * each side. */
static struct plot_range range_for_linear(struct plot_range range, bool from_zero)
{
	double low = from_zero ? fmin(range.low, 0) : range.low;
	double length = range.high - low, room = length * FREE_PART;

	if (!(length > 0))
		room = range.high != 0 ? fabs(range.high) / 2 : 0.5;
	range.high += room;
	range.low = low >= 0 && low < room ? 0 : from_zero && low == 0 ? 0 : low - room;
	return range;
}

/* ---- Axes ---- */

static struct plot_range plot_axes_range(const struct chart_axis *axis, const struct plot *plot,
					 bool is_x)
{
	struct plot_range range = plot_range_of(plot, is_x);

	if (axis->low != axis->high)
		return (struct plot_range){axis->low, axis->high};
	if (!axis->is_log)
		return range_for_linear(range, axis->from_zero);
	return axis->is_size ? range : range_for_log(range);
}

/* gnuplot may round a tick at the end of a logarithmic axis past the end and omit it, so the range
 * is slightly longer. */
static void plot_axes_write_range(FILE *file, char name, const struct chart_axis *axis,
				  struct plot_range range)
{
	if (axis->is_log) {
		range.low *= 1 - RANGE_EXTENSION;
		range.high *= 1 + RANGE_EXTENSION;
	}
	if (range.high > range.low)
		fprintf(file, "set %crange [%.12g:%.12g]%s\n", name, range.low, range.high,
			axis->low != axis->high ? "" : " noextend");
}

/* The offset at which to break a vertical label that exceeds the height of a page's chart: before
 * its unit. Returns 0 for no break. */
static size_t plot_axes_break(char name, const char *label, enum plot_medium medium)
{
	const char *unit = strstr(label, ", in ");

	if (name != 'y' || medium != PLOT_PAGE || unit == NULL ||
	    utf8_length(label) <= PAGE_LABEL_LETTERS)
		return 0;
	return (size_t)(unit + 1 - label);
}

static void plot_axes_write_label(FILE *file, char name, const char *label,
				  enum plot_medium medium)
{
	size_t at = plot_axes_break(name, label, medium);

	fprintf(file, "set %clabel ", name);
	if (at > 0) {
		plot_script_write_part(file, label, at);
		fputs(" . \"\\n\" . ", file);
		label += at + 1;
	}
	plot_script_write_text(file, label);
	fputs(at > 0 ? " offset -2.2\nset lmargin 15\n" : "\n", file);
}

static void plot_axes_write_axis(FILE *file, char name, const struct plot *plot,
				 enum plot_medium medium)
{
	const struct chart_axis *axis = name == 'x' ? &plot->x : &plot->y;
	struct plot_range range = plot_axes_range(axis, plot, name == 'x');

	plot_axes_write_label(file, name, axis->label, medium);
	if (axis->is_log)
		fprintf(file, "set logscale %c %d\n", name, axis->is_size ? 2 : 10);
	plot_axes_write_range(file, name, axis, range);
	if (axis->name_count == 0)
		plot_ticks_write(file, name, axis, range,
				 name == 'x' ? plot_letters_below(plot, medium) : INFINITY);
	for (size_t i = 0; i < axis->name_count; i++) {
		fprintf(file, "set %ctics %s(", name, i == 0 ? "" : "add ");
		plot_name_write(file, axis->names[i], name == 'y' ? medium : PLOT_SVG);
		fprintf(file, " %zu)\n", i);
	}
}

/* ---- Marks ---- */

/* Position of a value on the horizontal axis, from 0 to 1. */
static double place_of(const struct plot *plot, struct plot_range range, double x)
{
	if (plot->x.is_log)
		return log(x / range.low) / log(range.high / range.low);
	return (x - range.low) / (range.high - range.low);
}

/* Aligns the name of a mark near an end of the axis, so that it does not exceed the chart. */
static const char *mark_alignment(double place)
{
	if (place < MARK_AT_END)
		return "left";
	return place > 1 - MARK_AT_END ? "right" : "center";
}

/* Names are above the chart, below its title. Adjacent names are at two heights. */
static void plot_axes_write_marks(FILE *file, const struct plot *plot, enum plot_medium medium)
{
	const struct plot_range range = plot_range_of(plot, true);
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
		fprintf(file, " at %.12g, graph %s %s offset 0, 0.7\n", plot->marks[i].x,
			is_raised ? "1.07" : "1", mark_alignment(place));
	}
	if (plot->mark_count == 0)
		return;
	if (medium == PLOT_PAGE)
		fprintf(file, "set tmargin %s\n", was_raised ? "3.5" : "2.5");
	else
		fprintf(file, "set tmargin %s\nset title offset 0, %s\n",
			was_raised ? "6.5" : "5", was_raised ? "2.8" : "1.3");
}

void plot_axes_write(const struct plot *plot, enum plot_medium medium, FILE *file)
{
	plot_axes_write_axis(file, 'x', plot, medium);
	plot_axes_write_axis(file, 'y', plot, medium);
	plot_axes_write_marks(file, plot, medium);
}
