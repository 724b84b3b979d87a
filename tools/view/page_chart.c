/* SPDX-License-Identifier: MIT */
/* A chart on a page: a fluid area, the names of its rows, and the key above it. */
#include "tools/base/escape.h"
#include "tools/view/page.h"
#include "tools/view/plot/area.h"
#include "tools/view/plot/area_size.h"

#define USUAL_HEIGHT 230

/* ---- Key ---- */

static void key_write_sign(const struct plot *plot, size_t number, FILE *file)
{
	const struct plot_curve *curve = &plot->curves[number];
	const char *colour = plot_colour(plot, number);

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

void page_write_key(const struct plot *plot, FILE *file)
{
	fputs("<ul class=key>", file);
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (plot->curves[i].name == NULL || !plot_is_drawn(plot, i))
			continue;
		fputs("<li>", file);
		key_write_sign(plot, i, file);
		escape_xml(file, plot->curves[i].name);
		fputs("</li>", file);
	}
	fputs("</ul>\n", file);
}

/* ---- Chart ---- */

/* From the top, each as high as its row. */
static void page_write_names(const struct plot *plot, FILE *file)
{
	size_t first, count;

	area_find_rows(plot, &first, &count);
	fputs("<ol class=names>", file);
	for (size_t i = first + count; i-- > first;) {
		fputs("<li><span>", file);
		escape_xml(file, plot->y.names[i]);
		fputs("</span>", file);
	}
	fputs("</ol>", file);
}

void page_write_chart(const struct plot *plot, FILE *file)
{
	size_t lanes = plot->lanes < 1 ? 1 : plot->lanes;
	unsigned height = area_height(plot, USUAL_HEIGHT);

	fprintf(file, "<div class=\"plot%s", plot->mark_count > 0 ? " marked" : "");
	if (plot->y.name_count > 0)
		fprintf(file, " rows lanes%zu", lanes < AREA_LANES_MAX ? lanes : AREA_LANES_MAX);
	fputs("\">", file);
	if (plot->y.name_count > 0)
		page_write_names(plot, file);
	fprintf(file, "<svg role=img height=%u aria-label=\"", height);
	escape_xml(file, plot->title);
	fputs("\">\n", file);
	area_write(plot, 0, height, file);
	fputs("</svg></div>\n", file);
}
