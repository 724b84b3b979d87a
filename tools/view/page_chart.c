/* SPDX-License-Identifier: MIT */
/* A chart on a page: a fluid area, the names of its rows, and the key above it. */
#include "tools/base/escape.h"
#include "tools/view/page.h"
#include "tools/view/plot/area.h"
#include "tools/view/plot/area_size.h"
#include "tools/view/plot/scale.h"

/* Heights of charts without named rows: in a column, and as wide as the page. */
#define USUAL_HEIGHT 230
#define WIDE_HEIGHT 300

/* ---- Key ---- */

static void key_write_sign(const struct plot *plot, size_t number, FILE *file)
{
	const struct plot_curve *curve = &plot->curves[number];
	const char *colour = plot_colour(plot, number);

	if (curve->stage > 0) {
		fprintf(file, "<svg class=\"sign stage%u\" viewBox=\"0 0 28 10\" "
			"aria-hidden=true><rect width=28 height=10 /></svg>",
			plot_stage(curve));
		return;
	}
	fputs("<svg class=sign viewBox=\"0 0 28 10\" aria-hidden=true>", file);
	if (curve->style == CHART_POINTS)
		fprintf(file, "<circle cx=14 cy=5 r=5 fill=\"%s\"/>", colour);
	else if (curve->style == CHART_BARS)
		fprintf(file, "<rect width=28 height=10 fill=\"%s\" fill-opacity=.7 />", colour);
	else
		fprintf(file, "<path d=\"M0 5H28\" stroke=\"%s\" stroke-width=3 "
			"stroke-dasharray=\"%s\"/>", colour, plot_dashes(curve));
	fputs("</svg>", file);
}

/* Whether a colour stands for several stages, each of other rows, whose bars have names. */
static bool key_is_ambiguous(const struct plot *plot)
{
	for (size_t i = 0; i < plot->curve_count; i++) {
		for (size_t j = 0; j < i; j++) {
			if (plot->curves[i].stage > 0 &&
			    plot->curves[i].stage == plot->curves[j].stage)
				return true;
		}
	}
	return false;
}

static bool key_has_entry(const struct plot *plot, size_t number)
{
	return plot->curves[number].name != NULL && plot_is_drawn(plot, number);
}

void page_write_key(const struct plot *plot, FILE *file)
{
	size_t count = 0;

	for (size_t i = 0; i < plot->curve_count; i++)
		count += key_has_entry(plot, i);
	if (count == 0 || key_is_ambiguous(plot))
		return;
	fputs(plot->has_end_names ? "<ul class=\"key direct\">" : "<ul class=key>", file);
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (!key_has_entry(plot, i))
			continue;
		fputs("<li>", file);
		key_write_sign(plot, i, file);
		escape_xml(file, plot->curves[i].name);
		fputs("</li>", file);
	}
	fputs("</ul>\n", file);
}

/* ---- Chart ---- */

/* Write the names from the top, each as high as its row. */
static void page_write_names(const struct plot *plot, const char *const *names, const char *class,
			     FILE *file)
{
	size_t first, count;

	area_find_rows(plot, &first, &count);
	fprintf(file, "<ol class=%s>", class);
	for (size_t i = first + count; i-- > first;) {
		fputs("<li><span>", file);
		escape_xml(file, names[i]);
		fputs("</span>", file);
	}
	fputs("</ol>", file);
}

/* The scale of an axis, from which the script finds values: kind, low and high end. */
static void chart_write_scale(const struct plot *plot, bool is_x, FILE *file)
{
	struct plot_scale scale = plot_scale_of(plot, is_x);
	const struct chart_axis *axis = is_x ? &plot->x : &plot->y;

	fprintf(file, " data-%c=\"%s %.6g %.6g\"", is_x ? 'x' : 'y',
		axis->is_size ? "size" : scale.is_log ? "log" : "linear", scale.low, scale.high);
}

void page_write_chart(const struct plot *plot, bool is_wide, FILE *file)
{
	size_t lanes = plot->lanes < 1 ? 1 : plot->lanes;
	unsigned height = area_height(plot, is_wide ? WIDE_HEIGHT : USUAL_HEIGHT);

	fprintf(file, "<div class=\"plot%s%s", plot->mark_count > 0 ? " marked" : "",
		plot->has_end_names ? " ends" : "");
	if (plot->y.name_count > 0)
		fprintf(file, " rows lanes%zu", lanes < AREA_LANES_MAX ? lanes : AREA_LANES_MAX);
	fputs("\">", file);
	if (plot->y.name_count > 0)
		page_write_names(plot, plot->y.names, "names", file);
	fprintf(file, "<svg role=img height=%u", height);
	if (plot->y.name_count == 0 && plot->x.name_count == 0) {
		chart_write_scale(plot, true, file);
		chart_write_scale(plot, false, file);
	}
	fputs(" aria-label=\"", file);
	escape_xml(file, plot->title);
	fputs("\">\n", file);
	area_write(plot, 0, height, file);
	fputs("</svg>", file);
	if (plot->y.name_count > 0 && plot->row_values != NULL)
		page_write_names(plot, plot->row_values, "values", file);
	fputs("</div>\n", file);
}
