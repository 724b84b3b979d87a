/* SPDX-License-Identifier: MIT */
/* Sizes of a chart's area and of what surrounds it. */
#ifndef TOOLS_VIEW_PLOT_AREA_SIZE_H
#define TOOLS_VIEW_PLOT_AREA_SIZE_H

#include "tools/view/plot/plot.h"

/* Heights in pixels: above an area without and with marks; below it, for ticks and label. */
#define AREA_ABOVE 22
#define AREA_ABOVE_MARKS 54
#define AREA_BELOW 42

/* Widths in pixels: of the tick labels on the left, of a character, and of the free space on the
 * right. */
#define AREA_LEFT 56
#define AREA_LETTER 7.4
#define AREA_RIGHT 24

/* Height of an area in pixels, given that of one without named rows. */
unsigned area_height(const struct plot *plot, unsigned usual);

/* Height of a named row. It depends on the number of lanes, of which AREA_LANES_MAX have room. */
#define AREA_LANES_MAX 8
unsigned area_row_height(const struct plot *plot);

/* The first row that is visible, and the number of rows, counted from below. */
void area_find_rows(const struct plot *plot, size_t *first, size_t *count);

#endif
