/* SPDX-License-Identifier: MIT */
/* Positions are in pixels. In a fluid area, positions along x are percentages. Paths have no
 * percentages, so they are in an inner element of FLUID_UNITS that stretches without its lines. */
#include "tools/view/plot/area_draw.h"

#include <math.h>
#include <string.h>

#include "tools/base/escape.h"

#define FLUID_UNITS 1000.0
#define FAR 1e6
#define SLACK 1e-6 /* rounding */

/* ---- Numbers ---- */

/* Two decimals, without trailing zeros. A position far outside is invisible wherever it is. */
static void area_write_number(const struct area *area, double value)
{
	char text[32];
	size_t length = (size_t)snprintf(text, sizeof(text), "%.2f",
					 fmax(fmin(value, FAR), -FAR));

	while (length > 1 && text[length - 1] == '0')
		length--;
	if (text[length - 1] == '.')
		length--;
	if (length == 2 && strncmp(text, "-0", 2) == 0)
		fputs("0", area->file);
	else
		fwrite(text, 1, length, area->file);
}

void area_write_attribute(const struct area *area, const char *name, double value)
{
	fprintf(area->file, " %s=\"", name);
	area_write_number(area, value);
	putc('"', area->file);
}

void area_write_x(const struct area *area, const char *name, double place)
{
	fprintf(area->file, " %s=\"", name);
	area_write_number(area, place * (area->width > 0 ? area->width : 100));
	fputs(area->width > 0 ? "\"" : "%\"", area->file);
}

void area_write_step(const struct area *area, char command, double place, double y)
{
	putc(command, area->file);
	if (command != 'V')
		area_write_number(area, place * (area->width > 0 ? area->width : FLUID_UNITS));
	if (command == 'M' || command == 'L')
		putc(' ', area->file);
	if (command != 'H')
		area_write_number(area, y);
}

double area_place(const struct area *area, double x)
{
	return plot_scale_place(&area->x, x);
}

bool area_contains(double place)
{
	return place >= -SLACK && place <= 1 + SLACK;
}

double area_y(const struct area *area, double y)
{
	return area->height * (1 - plot_scale_place(&area->y, y));
}

/* ---- Paths ---- */

static bool axis_is_fixed(const struct chart_axis *axis)
{
	return axis->low != axis->high;
}

void area_begin_paths(const struct area *area)
{
	bool clips = axis_is_fixed(&area->plot->x) ||
		     (axis_is_fixed(&area->plot->y) && area->plot->y.name_count == 0);

	fputs("<svg", area->file);
	if (area->width > 0)
		area_write_attribute(area, "width", area->width);
	else
		fprintf(area->file, " width=\"100%%\" preserveAspectRatio=\"none\" "
			"viewBox=\"0 0 %.0f %.0f\"", FLUID_UNITS, area->height);
	area_write_attribute(area, "height", area->height);
	fputs(clips ? ">" : " overflow=\"visible\">", area->file);
}

void area_end_paths(const struct area *area)
{
	fputs("</svg>\n", area->file);
}

void area_begin_path(const struct area *area)
{
	fputs(area->width > 0 ? "<path d=\"" : "<path vector-effect=\"non-scaling-stroke\" d=\"",
	      area->file);
}

void area_end_path(const struct area *area)
{
	fputs("\"/>", area->file);
}

/* ---- Texts ---- */

static void area_end_text(const struct area *area, double y, const char *anchor, const char *text)
{
	area_write_attribute(area, "y", y);
	fprintf(area->file, " text-anchor=\"%s\">", anchor);
	escape_xml(area->file, text);
	fputs("</text>", area->file);
}

void area_write_text(const struct area *area, double place, double y, const char *anchor,
			    const char *text)
{
	fputs("<text", area->file);
	area_write_x(area, "x", place);
	area_end_text(area, y, anchor, text);
}

void area_write_left(const struct area *area, double x, double y, const char *anchor,
			      const char *text)
{
	fputs("<text", area->file);
	area_write_attribute(area, "x", x);
	area_end_text(area, y, anchor, text);
}
