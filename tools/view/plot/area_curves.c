/* SPDX-License-Identifier: MIT */
/* The curves of an area. */
#include <math.h>
#include <stdlib.h>

#include "tools/base/escape.h"
#include "tools/base/utf8.h"
#include "tools/view/plot/area_draw.h"
#include "tools/view/plot/area_size.h"

#define FEW_POINTS 200 /* more are drawn small */

/* Characters in a fluid area: in a chart of 760 pixels, in a column of the page, on a phone. */
#define WIDE_LETTERS_MAX 84
#define COLUMN_LETTERS_MAX 54
#define PHONE_LETTERS_MAX 18

/* Distances in pixels from a reference line to its two texts and above them, and the part of the
 * axis at each side of its middle in which they must not be on a curve. A shorter line has no
 * text. */
#define REFERENCE_VALUE 8
#define REFERENCE_NAME 22
#define REFERENCE_HEIGHT 34
#define REFERENCE_PART 0.05
#define REFERENCE_PART_MIN 0.07
#define REFERENCE_PART_PHONE 0.3

#define END_NAME_HEIGHT 14
#define END_NAMES_MAX 16

#define TEXT_ON_LIGHT "#08315a"
#define TEXT_ON_DARK "#fdfdfd"

/* Limit a place to the area. The low end of a logarithmic axis stands for 0. */
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

/* Write the bars. The outline makes the shortest bar visible, and separates adjacent bars. A range
 * without a width is below the mark of its median. */
static void area_write_bars(const struct area *area, const struct plot_curve *curve)
{
	for (size_t i = 0; i < curve->count; i++) {
		const struct chart_point *point = &curve->points[i];
		double from = area_clamp(area_place(area, fmin(point->x, point->x_end)), 1);
		double to = area_clamp(area_place(area, fmax(point->x, point->x_end)), 1);
		double top = area_clamp(area_y(area, fmax(point->y, point->base)), area->height);
		double end = area_clamp(area_y(area, fmin(point->y, point->base)), area->height);

		if (!plot_shows(area->plot, point) ||
		    (curve->stage == 0 && point->x == point->x_end))
			continue;
		fputs("<rect", area->file);
		area_write_x(area, "x", from);
		area_write_x(area, "width", to - from);
		area_write_attribute(area, "y", top);
		area_write_attribute(area, "height", end - top);
		area_write_hover(area, point, "rect");
	}
}

/* Error bars, within the area. */
static void area_write_intervals(const struct area *area, const struct plot_curve *curve)
{
	bool has_any = false;

	for (size_t i = 0; i < curve->count; i++) {
		const struct chart_point *point = &curve->points[i];

		if (!plot_shows(area->plot, point) || !(point->high > point->low))
			continue;
		if (!has_any) {
			area_begin_paths(area);
			fputs("<g class=\"interval\" fill=\"none\" stroke-width=\"1.8\" "
			      "stroke-opacity=\".5\">", area->file);
			area_begin_path(area);
		}
		has_any = true;
		area_write_step(area, 'M', area_place(area, point->x),
				area_clamp(area_y(area, point->low), area->height));
		area_write_step(area, 'V', 0, area_clamp(area_y(area, point->high), area->height));
	}
	if (!has_any)
		return;
	area_end_path(area);
	fputs("</g>", area->file);
	area_end_paths(area);
}

static void area_write_curve(const struct area *area, size_t number)
{
	const struct plot_curve *curve = &area->plot->curves[number];
	const char *colour = plot_colour(area->plot, number);

	if (curve->stage > 0)
		fprintf(area->file, "<g class=\"curve stage%u\" fill=\"%s\"", plot_stage(curve),
			colour);
	else
		fprintf(area->file, "<g class=\"curve\" fill=\"%s\"", colour);
	if (curve->style != CHART_POINTS)
		fprintf(area->file, " stroke=\"%s\"", colour);
	fputs(curve->style == CHART_BARS ? " fill-opacity=\".7\">\n" : ">\n", area->file);
	if (curve->style == CHART_BARS)
		area_write_bars(area, curve);
	else if (curve->style != CHART_POINTS)
		area_write_path(area, curve);
	area_write_intervals(area, curve);
	if (curve->style == CHART_POINTS || curve->style == CHART_LINES_POINTS)
		area_write_dots(area, curve);
	fputs("</g>\n", area->file);
}

/* ---- Texts ---- */

/* The part of the width that a bar takes. */
static double area_bar_part(const struct area *area, const struct chart_point *point)
{
	return area_clamp(area_place(area, point->x_end), 1) -
	       area_clamp(area_place(area, point->x), 1);
}

/* Write a text in the middle of its bar. class has the widths at which the page shows it. */
static void area_write_bar_text(const struct area *area, const struct plot_curve *curve,
				const struct chart_point *point, bool is_dark, const char *class,
				const char *text)
{
	bool is_long = area->width == 0 && curve->stage > 0 &&
		       (double)utf8_length(text) > area_bar_part(area, point) * PHONE_LETTERS_MAX;

	fprintf(area->file, "<g fill=\"%s\"", is_dark ? TEXT_ON_DARK : TEXT_ON_LIGHT);
	if (curve->stage > 0)
		fprintf(area->file, " class=\"on%u%s%s\"", plot_stage(curve),
			is_long ? " long" : "", class);
	fputs(">", area->file);
	area_write_text(area, area_place(area, (point->x + point->x_end) / 2),
			area_y(area, (point->base + point->y) / 2) + 4, "middle", text);
	fputs("</g>", area->file);
}

static bool area_fits(const char *text, double letters)
{
	return (double)utf8_length(text) + 1 <= letters;
}

/* Write a stage's text if it fits, else the shorter text. If only a wide chart has room for the
 * longer text, both are written, and the page shows the one that fits. */
static void area_write_stage_text(const struct area *area, const struct plot_curve *curve,
				  const struct chart_point *point)
{
	double part = area_bar_part(area, point);
	double narrow = part * (area->width > 0 ? area->width / AREA_LETTER : COLUMN_LETTERS_MAX);
	double wide = area->width > 0 ? narrow : part * WIDE_LETTERS_MAX;
	bool has_wide = !area_fits(point->text, narrow) && area_fits(point->text, wide);

	if (area_fits(point->text, narrow)) {
		area_write_bar_text(area, curve, point, false, "", point->text);
		return;
	}
	if (has_wide)
		area_write_bar_text(area, curve, point, false, " wider", point->text);
	if (area_fits(point->short_text, narrow))
		area_write_bar_text(area, curve, point, false, has_wide ? " narrower" : "",
				    point->short_text);
	else if (!has_wide && area_fits(point->short_text, wide))
		area_write_bar_text(area, curve, point, false, " wider", point->short_text);
}

/* Later shades of a map are dark, and have bright texts. */
static void area_write_texts(const struct area *area, const struct plot_curve *curve, bool is_dark)
{
	for (size_t i = 0; i < curve->count; i++) {
		const struct chart_point *point = &curve->points[i];

		if (point->text == NULL || !plot_shows(area->plot, point))
			continue;
		if (point->short_text != NULL)
			area_write_stage_text(area, curve, point);
		else
			area_write_bar_text(area, curve, point, is_dark, "", point->text);
	}
}

/* The highest point of any curve near a place, in pixels from above. */
static double area_highest_near(const struct area *area, double place, double highest)
{
	for (size_t i = 0; i < area->plot->curve_count; i++) {
		const struct plot_curve *curve = &area->plot->curves[i];

		for (size_t j = 0; j < curve->count; j++) {
			const struct chart_point *point = &curve->points[j];

			if (plot_shows(area->plot, point) && curve->style == CHART_LINES_POINTS &&
			    fabs(area_place(area, point->x) - place) < REFERENCE_PART)
				highest = fmin(highest, area_y(area, point->y));
		}
	}
	return highest;
}

/* Whether the texts of a reference line are no longer than the line. Then they do not overlap with
 * the texts of adjacent lines. */
static bool area_reference_fits(const struct area *area, const struct chart_point *first,
				double part)
{
	double letters = part * area->width / AREA_LETTER;

	return (double)utf8_length(first->text) <= letters &&
	       (first->short_text == NULL || (double)utf8_length(first->short_text) <= letters);
}

/* Where the texts of a reference line are: their middle, from 0 to 1, and the position below. */
struct reference_texts {
	double middle, y;
	size_t letters;
};

static size_t area_reference_letters(const struct chart_point *first)
{
	size_t name = utf8_length(first->text);
	size_t value = first->short_text != NULL ? utf8_length(first->short_text) : 0;

	return name > value ? name : value;
}

/* Move texts above the texts of the line before, if they would otherwise overlap. Returns false if
 * there is no room. */
static bool area_place_reference(const struct area *area, struct reference_texts *texts,
				 const struct reference_texts *before)
{
	double room = area->width > 0 ? area->width / AREA_LETTER : COLUMN_LETTERS_MAX;
	double needed = (double)(texts->letters + before->letters + 1) / 2 / room;

	if (before->letters == 0 || fabs(texts->middle - before->middle) >= needed ||
	    fabs(texts->y - before->y) >= REFERENCE_HEIGHT)
		return true;
	texts->y = before->y - REFERENCE_HEIGHT;
	return texts->y >= REFERENCE_HEIGHT;
}

/* Write the texts of a reference line above the middle of the line and of the curves there. */
static void area_write_reference(const struct area *area, const struct plot_curve *curve,
				 struct reference_texts *before)
{
	const struct chart_point *first = &curve->points[0];
	struct reference_texts texts;
	double from, to;

	if (curve->count < 2 || first->text == NULL || !plot_shows(area->plot, first))
		return;
	from = area_clamp(area_place(area, first->x), 1);
	to = area_clamp(area_place(area, curve->points[curve->count - 1].x), 1);
	if (to - from < REFERENCE_PART_MIN ||
	    (area->width > 0 && !area_reference_fits(area, first, to - from)))
		return;
	texts = (struct reference_texts){
		.middle = (from + to) / 2, .letters = area_reference_letters(first)};
	texts.y = area_highest_near(area, texts.middle, area_y(area, first->y));
	if (!area_place_reference(area, &texts, before))
		return;
	*before = texts;
	fprintf(area->file, "<g class=\"level%s\" fill=\"currentColor\">",
		to - from < REFERENCE_PART_PHONE ? " long" : "");
	area_write_text(area, texts.middle, texts.y - REFERENCE_NAME, "middle", first->text);
	area_write_text(area, texts.middle, texts.y - REFERENCE_VALUE, "middle", first->short_text);
	fputs("</g>\n", area->file);
}

/* The y of the last point of a curve; a negative number if no point is drawn. */
static double area_end(const struct area *area, const struct plot_curve *curve)
{
	double last = -1, y = -1;

	for (size_t i = 0; i < curve->count; i++) {
		double place = area_place(area, curve->points[i].x);

		if (plot_shows(area->plot, &curve->points[i]) && place >= last) {
			last = place;
			y = area_y(area, curve->points[i].y);
		}
	}
	return y;
}

struct end_name {
	size_t curve;
	double y;
};

static int area_compare_ends(const void *a, const void *b)
{
	const struct end_name *left = a, *right = b;

	if (left->y != right->y)
		return left->y < right->y ? -1 : 1;
	return left->curve < right->curve ? -1 : left->curve > right->curve;
}

/* Names at the right of the curves' ends. */
static void area_write_end_names(const struct area *area)
{
	const struct plot *plot = area->plot;
	struct end_name ends[END_NAMES_MAX];
	size_t count = 0;
	double limit;

	for (size_t i = 0; i < plot->curve_count && count < END_NAMES_MAX; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		if (curve->style != CHART_REFERENCE && curve->name != NULL &&
		    area_end(area, curve) >= 0)
			ends[count++] = (struct end_name){i, area_end(area, curve)};
	}
	qsort(ends, count, sizeof(*ends), area_compare_ends);
	/* Move names apart, down and then up, so that all are next to the area. */
	limit = area->height;
	for (size_t i = 1; i < count; i++)
		ends[i].y = fmax(ends[i].y, ends[i - 1].y + END_NAME_HEIGHT);
	for (size_t i = count; i-- > 0;) {
		ends[i].y = fmin(ends[i].y, limit);
		limit = ends[i].y - END_NAME_HEIGHT;
	}
	for (size_t i = 0; i < count; i++) {
		fprintf(area->file, "<text class=\"end\" x=\"100%%\" dx=\"8\" y=\"%.0f\" "
			"fill=\"%s\">", ends[i].y + 4, plot_colour(plot, ends[i].curve));
		escape_xml(area->file, plot->curves[ends[i].curve].name);
		fputs("</text>", area->file);
	}
}

/* ---- All ---- */

void area_write_curves(const struct area *area)
{
	const struct plot *plot = area->plot;
	struct reference_texts before = {.letters = 0};

	for (size_t i = 0; i < plot->curve_count; i++) {
		if (plot_is_drawn(plot, i))
			area_write_curve(area, i);
	}
	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		if (plot_is_drawn(plot, i) && curve->style == CHART_BARS)
			area_write_texts(area, curve,
					 plot->colours != NULL && i >= plot->curve_count / 2);
		if (curve->style == CHART_REFERENCE)
			area_write_reference(area, curve, &before);
	}
	if (plot->has_end_names && area->width == 0)
		area_write_end_names(area);
}
