/* SPDX-License-Identifier: MIT */
/* Positions are in pixels. In a fluid area, those along x are percentages, and paths, which have no
 * percentages, are in an inner element of FLUID_UNITS that stretches without its lines. */
#include "tools/view/plot/area.h"

#include <math.h>
#include <string.h>

#include "tools/base/escape.h"
#include "tools/base/utf8.h"
#include "tools/view/plot/axis_ticks.h"

#define FLUID_UNITS 1000.0

/* Labels below a fluid area: as many characters as fit in a column of the page, on a phone, and on a
 * phone next to the names of rows. */
#define FLUID_LETTERS 58
#define PHONE_LETTERS 36
#define PHONE_ROWS_LETTERS 18

#define FEW_POINTS 200 /* more are drawn small */
#define ROW_HEIGHT 27
#define LANE_HEIGHT 14 /* of each further lane */

/* Names of marks at a smaller distance, relative to the axis, would overlap on a phone. */
#define NAMES_APART 0.35

/* A mark this close to an end of the axis, relative to its length, is at the end. */
#define MARK_AT_END 0.06

/* Beyond the ends of the axis, relative to its length, by rounding only. */
#define SLACK 1e-6

#define TEXT_ON_LIGHT "#08315a"
#define TEXT_ON_DARK "#fdfdfd"

struct area {
	const struct plot *plot;
	FILE *file;
	double width, height;
	struct plot_scale x, y;
};

/* ---- Numbers ---- */

/* Two decimals, without trailing zeros. */
static void area_write_number(const struct area *area, double value)
{
	char text[48];
	size_t length = (size_t)snprintf(text, sizeof(text), "%.2f", value);

	while (length > 1 && text[length - 1] == '0')
		length--;
	if (text[length - 1] == '.')
		length--;
	if (length == 2 && strncmp(text, "-0", 2) == 0)
		fputs("0", area->file);
	else
		fwrite(text, 1, length, area->file);
}

static void area_write_attribute(const struct area *area, const char *name, double value)
{
	fprintf(area->file, " %s=\"", name);
	area_write_number(area, value);
	putc('"', area->file);
}

/* A position or length along x, from 0 to 1. */
static void area_write_x(const struct area *area, const char *name, double place)
{
	fprintf(area->file, " %s=\"", name);
	area_write_number(area, place * (area->width > 0 ? area->width : 100));
	fputs(area->width > 0 ? "\"" : "%\"", area->file);
}

/* A command of a path, with its numbers: 'M' and 'L' both, 'H' x, 'V' y. */
static void area_write_step(const struct area *area, char command, double place, double y)
{
	putc(command, area->file);
	if (command != 'V')
		area_write_number(area, place * (area->width > 0 ? area->width : FLUID_UNITS));
	if (command == 'M' || command == 'L')
		putc(' ', area->file);
	if (command != 'H')
		area_write_number(area, y);
}

static double area_place(const struct area *area, double x)
{
	return plot_scale_place(&area->x, x);
}

static double area_y(const struct area *area, double y)
{
	return area->height * (1 - plot_scale_place(&area->y, y));
}

/* Within the area. The low end of a logarithmic axis stands for 0. */
static double area_clamp(double value, double most)
{
	return isnan(value) ? 0 : fmin(fmax(value, 0), most);
}

/* ---- Paths ---- */

static bool axis_is_fixed(const struct chart_axis *axis)
{
	return axis->low != axis->high;
}

static void area_begin_paths(const struct area *area)
{
	bool clips = axis_is_fixed(&area->plot->x) ||
		     (axis_is_fixed(&area->plot->y) && area->plot->y.name_count == 0);

	fputs("<svg", area->file);
	if (area->width > 0)
		area_write_attribute(area, "width", area->width);
	else
		fprintf(area->file, " width=\"100%%\" preserveAspectRatio=\"none\" viewBox=\"0 0 %.0f "
			"%.0f\"", FLUID_UNITS, area->height);
	area_write_attribute(area, "height", area->height);
	fputs(clips ? ">" : " overflow=\"visible\">", area->file);
}

static void area_end_paths(const struct area *area)
{
	fputs("</svg>\n", area->file);
}

static void area_begin_path(const struct area *area)
{
	fputs(area->width > 0 ? "<path d=\"" : "<path vector-effect=\"non-scaling-stroke\" d=\"",
	      area->file);
}

static void area_end_path(const struct area *area)
{
	fputs("\"/>", area->file);
}

/* ---- Axes ---- */

static void area_write_text(const struct area *area, double place, double y, const char *anchor,
			    const char *text)
{
	fputs("<text", area->file);
	area_write_x(area, "x", place);
	area_write_attribute(area, "y", y);
	fprintf(area->file, " text-anchor=\"%s\">", anchor);
	escape_xml(area->file, text);
	fputs("</text>", area->file);
}

/* At a distance from the left end in pixels. */
static void area_write_beside(const struct area *area, double x, double y, const char *anchor,
			      const char *text)
{
	fputs("<text", area->file);
	area_write_attribute(area, "x", x);
	area_write_attribute(area, "y", y);
	fprintf(area->file, " text-anchor=\"%s\">", anchor);
	escape_xml(area->file, text);
	fputs("</text>", area->file);
}

static double area_letters(const struct area *area)
{
	return area->width > 0 ? fmax(area->width / AREA_LETTER, 1) : FLUID_LETTERS;
}

/* Names along x stand for ticks at 0, 1, 2 … */
static void area_find_ticks(const struct area *area, bool is_x, struct axis_ticks *ticks)
{
	const struct chart_axis *axis = is_x ? &area->plot->x : &area->plot->y;
	const struct plot_scale *scale = is_x ? &area->x : &area->y;

	ticks->count = 0;
	if (axis->name_count == 0)
		axis_ticks_find(ticks, axis, scale, is_x ? area_letters(area) : INFINITY);
}

static void area_write_grid(const struct area *area, const struct axis_ticks *x,
			    const struct axis_ticks *y)
{
	fputs("<g fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".14\">", area->file);
	area_begin_path(area);
	for (size_t i = 0; i < x->count; i++) {
		area_write_step(area, 'M', area_place(area, x->items[i].value), 0);
		area_write_step(area, 'V', 0, area->height);
	}
	for (size_t i = 0; i < y->count; i++) {
		area_write_step(area, 'M', 0, area_y(area, y->items[i].value));
		area_write_step(area, 'H', 1, 0);
	}
	area_end_path(area);
	fputs("</g><g fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".6\">", area->file);
	area_begin_path(area);
	area_write_step(area, 'M', 0, 0);
	area_write_step(area, 'V', 0, area->height);
	area_write_step(area, 'H', 1, 0);
	area_end_path(area);
	fputs("</g>", area->file);
}

static void area_write_names(const struct area *area)
{
	const struct chart_axis *axis = &area->plot->y;
	size_t first, count;

	area_find_rows(area->plot, &first, &count);
	for (size_t i = first; area->width > 0 && i < first + count; i++)
		area_write_beside(area, -8, area_y(area, (double)i) + 4, "end", axis->names[i]);
}

/* Every second label of many is omitted on a phone. */
static void area_write_ticks(const struct area *area, const struct axis_ticks *x,
			     const struct axis_ticks *y)
{
	const struct plot *plot = area->plot;
	double room = plot->y.name_count > 0 ? PHONE_ROWS_LETTERS : PHONE_LETTERS;
	bool is_long = area->width == 0 && x->letters > room, is_odd = false;

	for (size_t i = 0; i < y->count; i++)
		area_write_beside(area, -8, area_y(area, y->items[i].value) + 4, "end",
				  y->items[i].text);
	for (size_t i = 0; i < x->count; i++) {
		if (x->items[i].text[0] == '\0')
			continue;
		fputs(is_long && is_odd ? "<g class=\"odd\">" : "", area->file);
		area_write_text(area, area_place(area, x->items[i].value), area->height + 17,
				"middle", x->items[i].text);
		fputs(is_long && is_odd ? "</g>" : "", area->file);
		is_odd = !is_odd;
	}
	for (size_t i = 0; i < plot->x.name_count; i++)
		area_write_text(area, area_place(area, (double)i), area->height + 17, "middle",
				plot->x.names[i]);
}

static void area_write_axes(const struct area *area)
{
	const struct plot *plot = area->plot;
	double above = plot->mark_count > 0 ? AREA_ABOVE_MARKS : AREA_ABOVE;
	struct axis_ticks x, y;

	area_find_ticks(area, true, &x);
	area_find_ticks(area, false, &y);
	area_begin_paths(area);
	area_write_grid(area, &x, &y);
	area_end_paths(area);
	fputs("<g fill=\"currentColor\" fill-opacity=\".8\">", area->file);
	area_write_ticks(area, &x, &y);
	area_write_names(area);
	area_write_beside(area, plot->y.name_count > 0 ? 0 : 16 - AREA_LEFT, 12 - above, "start",
			  plot->y.label);
	area_write_text(area, 1, area->height + 36, "end", plot->x.label);
	fputs("</g>\n", area->file);
}

/* ---- Marks ---- */

/* Aligns the name of a mark near an end of the axis, so that it does not exceed the chart. */
static const char *mark_anchor(double place)
{
	return place < MARK_AT_END ? "start" : place > 1 - MARK_AT_END ? "end" : "middle";
}

/* Adjacent names are at two heights. */
static void area_write_marks(const struct area *area)
{
	double last = -INFINITY;
	bool is_raised = false;

	for (size_t i = 0; i < area->plot->mark_count; i++) {
		double place = area_place(area, area->plot->marks[i].x);

		if (!(place >= -SLACK && place <= 1 + SLACK))
			continue;
		is_raised = place - last < NAMES_APART && !is_raised;
		last = place;
		fputs("<line", area->file);
		area_write_x(area, "x1", place);
		area_write_x(area, "x2", place);
		area_write_attribute(area, "y1", is_raised ? -18 : -2);
		area_write_attribute(area, "y2", area->height);
		fputs(" stroke=\"" PLOT_REFERENCE_COLOUR "\" stroke-dasharray=\"1,3\"/>"
		      "<g fill=\"currentColor\">", area->file);
		area_write_text(area, place, is_raised ? -22 : -6, mark_anchor(place),
				area->plot->marks[i].name);
		fputs("</g>\n", area->file);
	}
}

/* ---- Curves ---- */

static void area_write_hover(const struct area *area, const struct chart_point *point,
			     const char *element)
{
	if (point->hover == NULL) {
		fputs("/>", area->file);
		return;
	}
	fputs("><title>", area->file);
	escape_xml(area->file, point->hover);
	fprintf(area->file, "</title></%s>", element);
}

static void area_write_line(const struct area *area, const struct plot_curve *curve)
{
	char command = 'M';

	for (size_t i = 0; i < curve->count; i++) {
		const struct chart_point *point = &curve->points[i];
		double place = area_place(area, point->x), y = area_y(area, point->y);

		if (!plot_shows(area->plot, point))
			continue;
		if (curve->style == CHART_IMPULSES) {
			area_write_step(area, 'M', place, area->height);
			area_write_step(area, 'V', 0, y);
			continue;
		}
		if (curve->style == CHART_STEPS && command == 'L') {
			area_write_step(area, 'H', place, 0);
			area_write_step(area, 'V', 0, y);
		} else {
			area_write_step(area, command, place, y);
		}
		command = 'L';
	}
}

static void area_write_path(const struct area *area, const struct plot_curve *curve)
{
	const char *width = curve->style == CHART_REFERENCE ? "2.2"
			    : curve->style == CHART_IMPULSES ? "1" : "1.8";

	area_begin_paths(area);
	fprintf(area->file, "<g fill=\"none\" stroke-linejoin=\"round\" stroke-width=\"%s\" "
		"stroke-dasharray=\"%s\">", width, plot_dashes(curve));
	area_begin_path(area);
	area_write_line(area, curve);
	area_end_path(area);
	fputs("</g>", area->file);
	area_end_paths(area);
}

static void area_write_dots(const struct area *area, const struct plot_curve *curve)
{
	double radius = curve->style != CHART_POINTS ? 2 : curve->count <= FEW_POINTS ? 4 : 2;

	for (size_t i = 0; i < curve->count; i++) {
		const struct chart_point *point = &curve->points[i];
		double place = area_place(area, point->x), y = area_y(area, point->y);

		if (!plot_shows(area->plot, point) || !(place >= -SLACK && place <= 1 + SLACK) ||
		    !(y >= -1 && y <= area->height + 1))
			continue;
		fputs("<circle", area->file);
		area_write_x(area, "cx", place);
		area_write_attribute(area, "cy", y);
		area_write_attribute(area, "r", radius);
		area_write_hover(area, point, "circle");
	}
}

/* The outline makes the shortest bar visible, and separates adjacent ones. */
static void area_write_bars(const struct area *area, const struct plot_curve *curve)
{
	for (size_t i = 0; i < curve->count; i++) {
		const struct chart_point *point = &curve->points[i];
		double from = area_clamp(area_place(area, fmin(point->x, point->x_end)), 1);
		double to = area_clamp(area_place(area, fmax(point->x, point->x_end)), 1);
		double top = area_clamp(area_y(area, fmax(point->y, point->base)), area->height);
		double end = area_clamp(area_y(area, fmin(point->y, point->base)), area->height);

		if (!plot_shows(area->plot, point))
			continue;
		fputs("<rect", area->file);
		area_write_x(area, "x", from);
		area_write_x(area, "width", to - from);
		area_write_attribute(area, "y", top);
		area_write_attribute(area, "height", end - top);
		area_write_hover(area, point, "rect");
	}
}

static void area_write_curve(const struct area *area, size_t number)
{
	const struct plot_curve *curve = &area->plot->curves[number];
	const char *colour = plot_colour(area->plot, number);

	fprintf(area->file, "<g class=\"curve\" fill=\"%s\"", colour);
	if (curve->style != CHART_POINTS)
		fprintf(area->file, " stroke=\"%s\"", colour);
	fputs(curve->style == CHART_BARS ? " fill-opacity=\".7\">\n" : ">\n", area->file);
	if (curve->style == CHART_BARS)
		area_write_bars(area, curve);
	else if (curve->style != CHART_POINTS)
		area_write_path(area, curve);
	if (curve->style == CHART_POINTS || curve->style == CHART_LINES_POINTS)
		area_write_dots(area, curve);
	fputs("</g>\n", area->file);
}

/* In the middle of its bar, in a contrasting colour: later shades are dark. */
static void area_write_texts(const struct area *area, const struct plot_curve *curve, bool is_dark)
{
	for (size_t i = 0; i < curve->count; i++) {
		const struct chart_point *point = &curve->points[i];

		if (point->text == NULL || !plot_shows(area->plot, point))
			continue;
		fprintf(area->file, "<g fill=\"%s\">", is_dark ? TEXT_ON_DARK : TEXT_ON_LIGHT);
		area_write_text(area, area_place(area, (point->x + point->x_end) / 2),
				area_y(area, (point->base + point->y) / 2) + 4, "middle",
				point->text);
		fputs("</g>", area->file);
	}
}

/* ---- The area ---- */

unsigned area_row_height(const struct plot *plot)
{
	size_t lanes = plot->lanes < 1 ? 1 : plot->lanes;

	return ROW_HEIGHT +
	       LANE_HEIGHT * (unsigned)((lanes < AREA_LANES_MAX ? lanes : AREA_LANES_MAX) - 1);
}

void area_find_rows(const struct plot *plot, size_t *first, size_t *count)
{
	*first = 0;
	while (*first < plot->y.name_count && (double)*first < plot->y.low)
		++*first;
	*count = 0;
	while (*first + *count < plot->y.name_count && (double)(*first + *count) < plot->y.high)
		++*count;
}

unsigned area_height(const struct plot *plot, unsigned usual)
{
	size_t first, count;

	if (plot->y.name_count == 0)
		return usual;
	area_find_rows(plot, &first, &count);
	return area_row_height(plot) * (unsigned)count;
}

void area_write(const struct plot *plot, double width, double height, FILE *file)
{
	const struct area area = {
		.plot = plot,
		.file = file,
		.width = width,
		.height = height,
		.x = plot_scale_of(plot, true),
		.y = plot_scale_of(plot, false),
	};

	area_write_axes(&area);
	area_write_marks(&area);
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (plot_is_drawn(plot, i))
			area_write_curve(&area, i);
	}
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (plot_is_drawn(plot, i) && plot->curves[i].style == CHART_BARS)
			area_write_texts(&area, &plot->curves[i], i >= plot->curve_count / 2);
	}
}
