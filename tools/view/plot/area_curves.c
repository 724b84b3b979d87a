/* SPDX-License-Identifier: MIT */
/* The curves of an area. */
#include <math.h>

#include "tools/base/escape.h"
#include "tools/view/plot/area_draw.h"

#define FEW_POINTS 200 /* more are drawn small */

#define TEXT_ON_LIGHT "#08315a"
#define TEXT_ON_DARK "#fdfdfd"

/* Within the area. The low end of a logarithmic axis stands for 0. */
static double area_clamp(double value, double most)
{
	return isnan(value) ? 0 : fmin(fmax(value, 0), most);
}

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

		if (!plot_shows(area->plot, point) || !area_contains(place) ||
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

void area_write_curves(const struct area *area)
{
	const struct plot *plot = area->plot;

	for (size_t i = 0; i < plot->curve_count; i++) {
		if (plot_is_drawn(plot, i))
			area_write_curve(area, i);
	}
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (plot_is_drawn(plot, i) && plot->curves[i].style == CHART_BARS)
			area_write_texts(area, &plot->curves[i], i >= plot->curve_count / 2);
	}
}
