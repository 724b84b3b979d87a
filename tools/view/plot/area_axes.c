/* SPDX-License-Identifier: MIT */
/* What is around the curves of an area: grid, ticks, names and marks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/escape.h"
#include "tools/base/utf8.h"
#include "tools/view/plot/area_draw.h"
#include "tools/view/plot/area_size.h"
#include "tools/view/plot/axis_ticks.h"

/* Labels below a fluid area: as many characters as fit in a column of the page, on a phone, and on
 * a phone next to the names of rows. */
#define FLUID_LETTERS 58
#define PHONE_LETTERS 36
#define PHONE_ROWS_LETTERS 18

/* Names of marks at a smaller distance, relative to the axis, would overlap on a phone. */
#define NAMES_APART 0.35

/* A mark this close to an end of the axis, relative to its length, is at the end. */
#define MARK_AT_END 0.06

/* ---- Axes ---- */

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
	fputs("<g class=\"grid\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".14\">",
	      area->file);
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

/* The length of the first of a name's two lines, which ends at the blank closest to the middle of
 * the name. If the name has no blank, its length. */
static size_t name_first_line(const char *name)
{
	size_t length = strlen(name), best = length;

	for (size_t i = 1; i + 1 < length; i++) {
		if (name[i] == ' ' &&
		    labs((long)(2 * i) - (long)length) < labs((long)(2 * best) - (long)length))
			best = i;
	}
	return best;
}

/* A line of a name. One that is still too long is condensed: a name must not be cut. */
static void area_write_name_line(const struct area *area, double y, const char *name, size_t bytes)
{
	size_t room = area->plot->name_letters;
	char *line = xasprintf("%.*s", (int)bytes, name);

	fputs("<text x=\"-8\"", area->file);
	area_write_attribute(area, "y", y);
	fputs(" text-anchor=\"end\"", area->file);
	if (room > 0 && utf8_length_of(name, bytes) > room)
		fprintf(area->file, " textLength=\"%.0f\" lengthAdjust=\"spacingAndGlyphs\"",
			(double)room * AREA_LETTER);
	putc('>', area->file);
	escape_xml(area->file, line);
	fputs("</text>", area->file);
	free(line);
}

/* Write a name, in two lines if one line has no room for it. */
static void area_write_name(const struct area *area, double y, const char *name)
{
	size_t length = strlen(name), first = name_first_line(name);

	if (area->plot->name_letters == 0 || utf8_length(name) <= area->plot->name_letters ||
	    first == length) {
		area_write_name_line(area, y + 4, name, length);
		return;
	}
	area_write_name_line(area, y - 2, name, first);
	area_write_name_line(area, y + 10, name + first + 1, length - first - 1);
}

/* Every second label of many is omitted on a phone. */
static void area_write_ticks(const struct area *area, const struct axis_ticks *x,
			     const struct axis_ticks *y)
{
	const struct plot *plot = area->plot;
	double room = plot->y.name_count > 0 ? PHONE_ROWS_LETTERS : PHONE_LETTERS;
	bool is_long = area->width == 0 && x->letters > room, is_odd = false;

	for (size_t i = 0; i < y->count; i++)
		area_write_left(area, -8, area_y(area, y->items[i].value) + 4, "end",
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

void area_write_axes(const struct area *area)
{
	const struct plot *plot = area->plot;
	double above = plot->mark_count > 0 ? AREA_ABOVE_MARKS : AREA_ABOVE;
	struct axis_ticks x, y;
	const struct chart_axis *axis = &area->plot->y;
	size_t first, count;

	area_find_ticks(area, true, &x);
	area_find_ticks(area, false, &y);
	area_begin_paths(area);
	area_write_grid(area, &x, &y);
	area_end_paths(area);
	fputs("<g fill=\"currentColor\" fill-opacity=\".8\">", area->file);
	fputs("<g class=\"ticks\">", area->file);
	area_write_ticks(area, &x, &y);
	fputs("</g>", area->file);
	area_find_rows(area->plot, &first, &count);
	for (size_t i = first; area->width > 0 && i < first + count; i++)
		area_write_name(area, area_y(area, (double)i), axis->names[i]);
	area_write_left(area, plot->y.name_count > 0 ? 0 : 16 - AREA_LEFT, 12 - above, "start",
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
void area_write_marks(const struct area *area)
{
	double last = -INFINITY;
	bool is_raised = false;

	for (size_t i = 0; i < area->plot->mark_count; i++) {
		double place = area_place(area, area->plot->marks[i].x);

		if (!area_contains(place))
			continue;
		is_raised = place - last < NAMES_APART && !is_raised;
		last = place;
		fputs("<g class=\"mark\"><line", area->file);
		area_write_x(area, "x1", place);
		area_write_x(area, "x2", place);
		area_write_attribute(area, "y1", is_raised ? -18 : -2);
		area_write_attribute(area, "y2", area->height);
		fputs(" stroke=\"" PLOT_REFERENCE_COLOUR "\" stroke-dasharray=\"1,3\"/>"
		      "<g fill=\"currentColor\">", area->file);
		area_write_text(area, place, is_raised ? -22 : -6, mark_anchor(place),
				area->plot->marks[i].name);
		fputs("</g></g>\n", area->file);
	}
}
