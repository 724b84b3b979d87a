/* SPDX-License-Identifier: MIT */
/* Charts as files: SVG, or what librsvg makes of it. */
#ifndef TOOLS_VIEW_PLOT_FILE_H
#define TOOLS_VIEW_PLOT_FILE_H

#include "tools/view/plot/plot_svg.h"

enum plot_medium {
	PLOT_SVG,
	PLOT_PNG,
	PLOT_PDF,
	PLOT_EPS,
};

#define PLOT_SUFFIXES ".svg, .png, .pdf, .eps"

/* The medium of a file by its suffix; SVG without a suffix. Returns false if the suffix is
 * unknown. */
bool plot_medium_of(const char *path, enum plot_medium *medium);

/* Draw all plots into one image in a new file, below each other. Media other than SVG need the
 * program rsvg-convert. If there is nothing to draw, or no room for it in the style, or on another
 * failure, prints the cause, leaves no file and returns false. */
bool plot_write(const struct plot *const *plots, size_t count, const struct plot_style *style,
		const char *path);

#endif
