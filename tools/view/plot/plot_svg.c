/* SPDX-License-Identifier: MIT */
/* Charts as a document of a fixed size: title, key and area. */
#include "tools/view/plot/plot_svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/escape.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/view/plot/area.h"
#include "tools/view/plot/area_size.h"
#include "tools/view/plot/scale.h"

#define USUAL_WIDTH 960
#define MARGIN 16
#define NARROW_MARGIN 8    /* of a document of a given size */
#define USUAL_HEIGHT 320
#define AREA_HEIGHT_MIN 60
#define TITLE_LINE 22
#define TITLE_LETTER 8.6
#define SUBTITLE_LINE 17
#define KEY_LINE 18
#define KEY_SIGN 34 /* a sample and the space around it */
#define BELOW 12    /* free space below a chart */
#define NAME_GAP 12 /* between a name, the area and the edge */

/* The names of rows take at most this part of the width; the key at the right too. */
#define NAMES_PART 0.5

/* A chart in the document; all in pixels. */
struct sheet {
	const struct plot *plot;
	const struct plot_style *style;
	FILE *file;             /* NULL: nothing is written, to find the height */
	double top;             /* of the chart */
	double left, width;     /* of its area */
	double margin, total;   /* of the document: margin and width */
	enum plot_legend legend; /* above if there is no room inside */
};

/* ---- Sizes ---- */

static double sheet_text_width(const char *text)
{
	return (double)utf8_length(text) * AREA_LETTER;
}

static bool sheet_has_entry(const struct plot *plot, size_t curve)
{
	return plot->curves[curve].name != NULL && plot_is_drawn(plot, curve);
}

/* Width of the widest entry of the key; 0 without entries. */
static double sheet_key_width(const struct plot *plot)
{
	double width = 0;

	for (size_t i = 0; i < plot->curve_count; i++) {
		if (sheet_has_entry(plot, i))
			width = fmax(width, KEY_SIGN + sheet_text_width(plot->curves[i].name));
	}
	return width;
}

static size_t sheet_key_entries(const struct plot *plot)
{
	size_t count = 0;

	for (size_t i = 0; i < plot->curve_count; i++)
		count += sheet_has_entry(plot, i);
	return count;
}

static double sheet_right(const struct sheet *sheet)
{
	double width = sheet_key_width(sheet->plot);

	if (sheet->style->legend != LEGEND_RIGHT || width == 0)
		return AREA_RIGHT;
	return fmin(width + NAME_GAP, NAMES_PART * sheet->total) + sheet->margin;
}

/* Whether the area has room for the key: the key takes at most half of the area's height, which a
 * title would make smaller still. */
static bool sheet_has_room_inside(const struct sheet *sheet)
{
	double height = sheet->style->height > 0
				? sheet->style->height - AREA_ABOVE_MARKS - AREA_BELOW
				: area_height(sheet->plot, USUAL_HEIGHT);

	return sheet_key_width(sheet->plot) + NAME_GAP < sheet->width &&
	       (double)sheet_key_entries(sheet->plot) * KEY_LINE + NAME_GAP < height / 2;
}

static struct sheet sheet_of(const struct plot *plot, const struct plot_style *style, double top,
			     FILE *file)
{
	struct sheet sheet = {
		.plot = plot, .style = style, .file = file, .top = top,
		.margin = style->width > 0 ? NARROW_MARGIN : MARGIN,
		.total = style->width > 0 ? style->width : USUAL_WIDTH,
	};
	double left = AREA_LEFT;
	size_t first, count;

	area_find_rows(sheet.plot, &first, &count);
	for (size_t i = first; i < first + count; i++)
		left = fmax(left, sheet_text_width(sheet.plot->y.names[i]) + NAME_GAP);
	sheet.left = fmin(left, NAMES_PART * sheet.total);
	sheet.width = sheet.total - sheet.left - sheet_right(&sheet);
	sheet.legend = style->legend;
	if (sheet.legend == LEGEND_INSIDE && !sheet_has_room_inside(&sheet))
		sheet.legend = LEGEND_ABOVE;
	return sheet;
}

/* ---- Title and key ---- */

static void sheet_write_text(const struct sheet *sheet, double x, double y, const char *more,
			     const char *text, size_t bytes)
{
	char *part;

	if (sheet->file == NULL)
		return;
	part = xasprintf("%.*s", (int)bytes, text);
	fprintf(sheet->file, "<text x=\"%.0f\" y=\"%.0f\"%s>", x, y, more);
	escape_xml(sheet->file, part);
	fputs("</text>\n", sheet->file);
	free(part);
}

/* Write a text in as many lines as it needs. Returns their height. */
static double sheet_write_lines(const struct sheet *sheet, double y, double line, double letter,
				const char *more, const char *text)
{
	size_t room = (size_t)fmax((sheet->total - 2 * sheet->margin) / letter, 1);
	double height = 0;

	while (*text != '\0') {
		size_t bytes = strlen(text), blank = utf8_prefix_of(text, room);

		if (utf8_length(text) > room) {
			bytes = blank;
			while (blank > 0 && text[blank] != ' ')
				blank--;
			bytes = blank > 0 ? blank : bytes;
		}
		height += line;
		sheet_write_text(sheet, sheet->margin, y + height, more, text, bytes);
		text += bytes + strspn(text + bytes, " ");
	}
	return height;
}

/* Write the title, which may be omitted, and the time base. The time base is always written, so
 * that no figure is taken for one with another time base. Returns the height of both. */
static double sheet_write_title(const struct sheet *sheet)
{
	const struct plot *plot = sheet->plot;
	double height = 0;

	if (sheet->style->has_no_title && plot->subtitle == NULL)
		return 0;
	if (!sheet->style->has_no_title)
		height = sheet_write_lines(sheet, sheet->top, TITLE_LINE, TITLE_LETTER,
					   " font-size=\"15\" font-weight=\"600\"", plot->title);
	if (plot->subtitle != NULL)
		height += sheet_write_lines(sheet, sheet->top + height, SUBTITLE_LINE, AREA_LETTER,
					    " fill-opacity=\".8\"", plot->subtitle);
	return height + 6;
}

static void sheet_write_sign(const struct sheet *sheet, size_t number, double x, double y)
{
	const struct plot_curve *curve = &sheet->plot->curves[number];
	const char *colour = plot_colour(sheet->plot, number);

	if (sheet->file == NULL)
		return;
	if (curve->style == CHART_POINTS)
		fprintf(sheet->file, "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"4\" fill=\"%s\"/>",
			x + 12, y - 4, colour);
	else if (curve->style == CHART_BARS)
		fprintf(sheet->file, "<rect x=\"%.0f\" y=\"%.0f\" width=\"20\" height=\"10\" "
			"fill=\"%s\" fill-opacity=\".7\"/>", x, y - 9, colour);
	else
		fprintf(sheet->file, "<path d=\"M%.0f %.0fh24\" stroke=\"%s\" stroke-width=\"2\" "
			"stroke-dasharray=\"%s\"/>", x, y - 4, colour, plot_dashes(curve));
}

/* The entries of the key above the area, in lines. Returns its height. */
static double sheet_write_key(const struct sheet *sheet, double top)
{
	double x = sheet->margin, y = top + 12;
	bool has_any = false;

	for (size_t i = 0; i < sheet->plot->curve_count; i++) {
		const char *name = sheet->plot->curves[i].name;
		double width;

		if (!sheet_has_entry(sheet->plot, i))
			continue;
		width = KEY_SIGN + sheet_text_width(name);
		if (x > sheet->margin && x + width > sheet->total - sheet->margin) {
			x = sheet->margin;
			y += KEY_LINE;
		}
		sheet_write_sign(sheet, i, x, y);
		sheet_write_text(sheet, x + KEY_SIGN - 6, y, "", name, strlen(name));
		x += width + MARGIN;
		has_any = true;
	}
	return has_any ? y + KEY_LINE - 12 - top : 0;
}

/* The entries in a column. A name that is too long is condensed, not cut. */
static void sheet_write_column(const struct sheet *sheet, double x, double y, double width)
{
	char more[64];

	for (size_t i = 0; i < sheet->plot->curve_count; i++) {
		const char *name = sheet->plot->curves[i].name;
		double room = width - KEY_SIGN;

		if (!sheet_has_entry(sheet->plot, i))
			continue;
		more[0] = '\0';
		if (sheet_text_width(name) > room)
			snprintf(more, sizeof(more), " textLength=\"%.0f\" "
				 "lengthAdjust=\"spacingAndGlyphs\"", room);
		y += KEY_LINE;
		sheet_write_sign(sheet, i, x, y);
		sheet_write_text(sheet, x + KEY_SIGN - 6, y, more, name, strlen(name));
	}
}

/* ---- A key in the area ---- */

/* Number of drawn points in a part of the area; all from 0 to 1, y from above. */
static size_t sheet_count_points(const struct sheet *sheet, double left, double top, double width,
				 double height)
{
	const struct plot_scale x = plot_scale_of(sheet->plot, true);
	const struct plot_scale y = plot_scale_of(sheet->plot, false);
	size_t count = 0;

	for (size_t i = 0; i < sheet->plot->curve_count; i++) {
		const struct plot_curve *curve = &sheet->plot->curves[i];

		for (size_t j = 0; j < curve->count; j++) {
			double across = plot_scale_place(&x, curve->points[j].x) - left;
			double down = 1 - plot_scale_place(&y, curve->points[j].y) - top;

			count += plot_shows(sheet->plot, &curve->points[j]) && across >= 0 &&
				 across <= width && down >= 0 && down <= height;
		}
	}
	return count;
}

/* Write the key in the corner with the fewest points, on a ground that leaves the grid visible
 * around it. */
static void sheet_write_key_inside(const struct sheet *sheet, double top, double height)
{
	double width = sheet_key_width(sheet->plot) + NAME_GAP;
	double length = (double)sheet_key_entries(sheet->plot) * KEY_LINE + NAME_GAP / 2;
	double best_x = 0, best_y = 0;
	size_t least = SIZE_MAX;

	for (unsigned corner = 0; corner < 4; corner++) {
		double x = corner % 2 == 0 ? 0 : sheet->width - width;
		double y = corner / 2 == 0 ? 0 : height - length - 4;
		size_t count = sheet_count_points(sheet, x / sheet->width, y / height,
						  width / sheet->width, length / height);

		if (count >= least)
			continue;
		least = count;
		best_x = x;
		best_y = y;
	}
	best_x += sheet->left;
	best_y += top;
	fprintf(sheet->file, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" "
		"fill=\"#fff\" fill-opacity=\".85\"/>\n", best_x + 2, best_y + 1, width - 4,
		length);
	sheet_write_column(sheet, best_x + 6, best_y - 3, width);
}

/* ---- The document ---- */

/* Height of what is around the area. */
static double sheet_height_around(const struct plot *plot, const struct plot_style *style)
{
	const struct sheet sheet = sheet_of(plot, style, 0, NULL);
	double height = sheet_write_title(&sheet) + AREA_BELOW + BELOW;

	if (sheet.legend == LEGEND_ABOVE)
		height += sheet_write_key(&sheet, 0);
	return height + (plot->mark_count > 0 ? AREA_ABOVE_MARKS : AREA_ABOVE);
}

/* The height of each area. If the document's height is given, the charts share it equally, after
 * all titles, keys and scales. */
static double sheet_area_height(const struct plot *const *plots, size_t count, size_t number,
				const struct plot_style *style)
{
	double left = style->height;

	if (style->height <= 0)
		return area_height(plots[number], USUAL_HEIGHT);
	for (size_t i = 0; i < count; i++)
		left -= sheet_height_around(plots[i], style);
	return left / (double)count;
}

bool plot_fits(const struct plot *const *plots, size_t count, const struct plot_style *style)
{
	for (size_t i = 0; i < count; i++) {
		const struct sheet sheet = sheet_of(plots[i], style, 0, NULL);

		if (sheet.width < AREA_HEIGHT_MIN ||
		    (style->height > 0 &&
		     sheet_area_height(plots, count, i, style) < AREA_HEIGHT_MIN))
			return false;
	}
	return true;
}

/* Write a chart below top. Returns its height. */
static double sheet_write(const struct plot *plot, const struct plot_style *style, double top,
			  double height, FILE *file)
{
	struct plot shaped = *plot;
	struct sheet sheet = sheet_of(&shaped, style, top, file);
	double y = top;

	shaped.name_letters = (size_t)((sheet.left - NAME_GAP) / AREA_LETTER);
	y += sheet_write_title(&sheet);
	if (sheet.legend == LEGEND_ABOVE)
		y += sheet_write_key(&sheet, y);
	y += plot->mark_count > 0 ? AREA_ABOVE_MARKS : AREA_ABOVE;
	fprintf(file, "<svg x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" "
		"overflow=\"visible\">\n", sheet.left, y, sheet.width, height);
	area_write(&shaped, sheet.width, height, file);
	fputs("</svg>\n", file);
	if (sheet.legend == LEGEND_RIGHT)
		sheet_write_column(&sheet, sheet.left + sheet.width + NAME_GAP, y - KEY_LINE / 2,
				   sheet_right(&sheet) - NAME_GAP);
	else if (sheet.legend == LEGEND_INSIDE)
		sheet_write_key_inside(&sheet, y, height);
	return y + height + AREA_BELOW + BELOW - top;
}

void plot_write_svg(const struct plot *const *plots, size_t count, const struct plot_style *style,
		    FILE *file)
{
	double height = 0, width = style->width > 0 ? style->width : USUAL_WIDTH;
	char *text;
	size_t size;
	FILE *body = file_in_memory(&text, &size);

	for (size_t i = 0; i < count; i++)
		height += sheet_write(plots[i], style, height,
				      sheet_area_height(plots, count, i, style), body);
	file_end_memory(body, &text);
	if (style->height > 0)
		height = style->height;
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	      "<svg xmlns=\"http://www.w3.org/2000/svg\" ", file);
	if (style->size_text != NULL)
		fprintf(file, "width=\"%.*s\" height=\"%s\" ",
			(int)strcspn(style->size_text, " "), style->size_text,
			style->size_text + strcspn(style->size_text, " ") + 1);
	else
		fprintf(file, "width=\"%.0f\" height=\"%.0f\" ", width, height);
	fprintf(file, "viewBox=\"0 0 %.0f %.0f\" color=\"#1b1f24\" fill=\"#1b1f24\" "
		"font-size=\"12\" font-family=\"", width, height);
	if (style->font != NULL) {
		escape_xml(file, style->font);
		fputs(", ", file);
	}
	fputs("DejaVu Sans, Liberation Sans, sans-serif\">\n"
	      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", file);
	fwrite(text, 1, size, file);
	fputs("</svg>\n", file);
	free(text);
}
