/* SPDX-License-Identifier: MIT */
/* Charts as an SVG document. */
#ifndef TOOLS_VIEW_PLOT_SVG_H
#define TOOLS_VIEW_PLOT_SVG_H

#include <stdio.h>

#include "tools/view/plot/plot.h"

enum plot_legend { LEGEND_ABOVE, LEGEND_INSIDE, LEGEND_RIGHT, LEGEND_NONE };

/* Form of a document. All zeros: as wide as the window of a browser, with titles. */
struct plot_style {
	double width, height;   /* in pixels of 1/96 inch; 0: the usual width, a fitting height */
	const char *size_text;  /* the document's size with its unit, as "85mm 60mm"; or NULL */
	const char *font;       /* preferred family; or NULL */
	bool has_no_title;
	enum plot_legend legend;
};

/* The smallest width and height of a document, and the largest of either, in pixels. */
#define PLOT_WIDTH_MIN 160
#define PLOT_HEIGHT_MIN 120
#define PLOT_SIZE_MAX 7560

/* Whether the document has room for the plots' areas at the style's height. */
bool plot_fits(const struct plot *const *plots, size_t count, const struct plot_style *style);

/* Write one SVG document with all plots, below each other. Equal plots give equal bytes. */
void plot_write_svg(const struct plot *const *plots, size_t count, const struct plot_style *style,
		    FILE *file);

#endif
