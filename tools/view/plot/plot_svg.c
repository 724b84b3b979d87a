/* SPDX-License-Identifier: MIT */
/* Charts as a document of a fixed size: title, key and area. */
#include "tools/view/plot/plot_svg.h"

#include <stdlib.h>

#include "tools/base/escape.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/view/plot/area.h"
#include "tools/view/plot/area_size.h"

#define WIDTH 960
#define MARGIN 16
#define USUAL_HEIGHT 320
#define TITLE_LINE 22
#define SUBTITLE_LINE 17
#define KEY_LINE 18
#define KEY_SIGN 34 /* a sample and the space around it */
#define BELOW 12    /* free space below a chart */

/* The names of rows take at most this part of the width. */
#define NAMES_PART 0.5

/* A chart in the document; all in pixels. */
struct sheet {
	const struct plot *plot;
	FILE *file;
	double top;             /* of the chart */
	double left, width;     /* of its area */
};

/* ---- Sizes ---- */

static double sheet_text_width(const char *text)
{
	return (double)utf8_length(text) * AREA_LETTER;
}

static double sheet_left(const struct plot *plot)
{
	double left = AREA_LEFT;
	size_t first, count;

	area_find_rows(plot, &first, &count);
	for (size_t i = first; i < first + count; i++) {
		double wanted = sheet_text_width(plot->y.names[i]) + 12;

		left = wanted > left ? wanted : left;
	}
	return left < NAMES_PART * WIDTH ? left : NAMES_PART * WIDTH;
}

static bool sheet_has_entry(const struct plot *plot, size_t curve)
{
	return plot->curves[curve].name != NULL && plot_is_drawn(plot, curve);
}

/* ---- Title and key ---- */

static void sheet_write_text(const struct sheet *sheet, double x, double y, const char *more,
			     const char *text)
{
	fprintf(sheet->file, "<text x=\"%.0f\" y=\"%.0f\"%s>", x, y, more);
	escape_xml(sheet->file, text);
	fputs("</text>\n", sheet->file);
}

/* Returns the height of the title. */
static double sheet_write_title(const struct sheet *sheet)
{
	const struct plot *plot = sheet->plot;
	double y = sheet->top + TITLE_LINE;

	sheet_write_text(sheet, MARGIN, y, " font-size=\"15\" font-weight=\"600\"", plot->title);
	if (plot->subtitle == NULL)
		return TITLE_LINE + 6;
	sheet_write_text(sheet, MARGIN, y + SUBTITLE_LINE, " fill-opacity=\".8\"", plot->subtitle);
	return TITLE_LINE + SUBTITLE_LINE + 6;
}

static void sheet_write_sign(const struct sheet *sheet, size_t number, double x, double y)
{
	const struct plot_curve *curve = &sheet->plot->curves[number];
	const char *colour = plot_colour(sheet->plot, number);

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

/* The entries of the key, in lines. Returns its height. */
static double sheet_write_key(const struct sheet *sheet, double top)
{
	double x = MARGIN, y = top + 12;
	bool has_any = false;

	for (size_t i = 0; i < sheet->plot->curve_count; i++) {
		const char *name = sheet->plot->curves[i].name;
		double width;

		if (!sheet_has_entry(sheet->plot, i))
			continue;
		width = KEY_SIGN + sheet_text_width(name);
		if (x > MARGIN && x + width > WIDTH - MARGIN) {
			x = MARGIN;
			y += KEY_LINE;
		}
		sheet_write_sign(sheet, i, x, y);
		sheet_write_text(sheet, x + KEY_SIGN - 6, y, "", name);
		x += width + MARGIN;
		has_any = true;
	}
	return has_any ? y + KEY_LINE - 12 - top : 0;
}

/* ---- The document ---- */

/* Write a chart below top. Returns its height. */
static double sheet_write(const struct plot *plot, double top, FILE *file)
{
	struct sheet sheet = {.plot = plot, .file = file, .top = top, .left = sheet_left(plot)};
	double height = area_height(plot, USUAL_HEIGHT), y = top;

	sheet.width = WIDTH - sheet.left - AREA_RIGHT;
	y += sheet_write_title(&sheet);
	y += sheet_write_key(&sheet, y);
	y += plot->mark_count > 0 ? AREA_ABOVE_MARKS : AREA_ABOVE;
	fprintf(file, "<svg x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" "
		"overflow=\"visible\">\n", sheet.left, y, sheet.width, height);
	area_write(plot, sheet.width, height, file);
	fputs("</svg>\n", file);
	return y + height + AREA_BELOW + BELOW - top;
}

void plot_write_svg(const struct plot *const *plots, size_t count, FILE *file)
{
	double height = 0;
	char *text;
	size_t size;
	FILE *body = file_in_memory(&text, &size);

	for (size_t i = 0; i < count; i++)
		height += sheet_write(plots[i], height, body);
	file_end_memory(body, &text);
	fprintf(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" "
		"viewBox=\"0 0 %d %.0f\" color=\"#1b1f24\" fill=\"#1b1f24\" font-size=\"12\" "
		"font-family=\"DejaVu Sans, Liberation Sans, sans-serif\">\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", WIDTH, height, WIDTH,
		height);
	fwrite(text, 1, size, file);
	fputs("</svg>\n", file);
	free(text);
}
