/* SPDX-License-Identifier: MIT */
/* The area of a chart as SVG: grid, curves, ticks and names around it. On a page it is fluid: as
 * wide as its element, at any width, with texts of the same size. */
#ifndef TOOLS_VIEW_PLOT_AREA_H
#define TOOLS_VIEW_PLOT_AREA_H

#include <stdio.h>

#include "tools/view/plot/plot.h"

/* Write an area without its svg element. width is in pixels; 0: fluid, without the names of rows,
 * which are text of the page. */
void area_write(const struct plot *plot, double width, double height, FILE *file);

#endif
