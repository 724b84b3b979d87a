/* SPDX-License-Identifier: MIT */
/* A small curve of what is measured now: the figures of a sweep as they come, or of a single point
 * its samples. Logarithmic, a column a value; the latest ones when there are more than columns. */
#ifndef KERNEL_DISPLAY_CURVE_H
#define KERNEL_DISPLAY_CURVE_H

#include "kernel/display/row.h"

#define CURVE_VALUES_MAX SCREEN_COLUMNS_MAX

struct curve {
	unsigned count;
	uint64_t values[CURVE_VALUES_MAX];
};

void curve_begin(struct curve *curve);
void curve_add(struct curve *curve, uint64_t value);

/* How many eighths of a cell a value is drawn high, at least one and at most eighths_max: by its
 * logarithm between those of the least and the greatest value, which are taken to be at least an
 * octave apart. */
unsigned curve_height(uint64_t value, uint64_t least, uint64_t greatest, unsigned eighths_max);

/* One of the rows that the curve is drawn in, counted from the top, without what stands before. */
void curve_draw_row(const struct curve *curve, unsigned index, unsigned rows, struct row *row);

/* The least and the greatest value that are drawn in so many columns; 0 of an empty curve. */
void curve_bounds(const struct curve *curve, unsigned columns, uint64_t *least,
		  uint64_t *greatest);

#endif
