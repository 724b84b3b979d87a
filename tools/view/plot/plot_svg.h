/* SPDX-License-Identifier: MIT */
/* Charts as an SVG document. */
#ifndef TOOLS_VIEW_PLOT_SVG_H
#define TOOLS_VIEW_PLOT_SVG_H

#include <stdio.h>

#include "tools/view/plot/plot.h"

/* Write one SVG document with all plots, below each other. Equal plots give equal bytes. */
void plot_write_svg(const struct plot *const *plots, size_t count, FILE *file);

#endif
