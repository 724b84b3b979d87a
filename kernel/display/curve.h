/* SPDX-License-Identifier: MIT */
/* A small logarithmic curve of the current benchmark. It shows the metrics of a sweep as they
 * arrive, or the samples of a single point. Each value has a column. If there are more values than
 * columns, only the latest are shown. */
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

/* Height of a value in eighths of a cell, from 1 to eighths_max. It is the place of the value's
 * logarithm between those of the least and the greatest value, which are treated as at least an
 * octave apart. */
unsigned curve_height(uint64_t value, uint64_t least, uint64_t greatest, unsigned eighths_max);

/* Draw a row of the curve, counted from the top. */
void curve_draw_row(const struct curve *curve, unsigned index, unsigned rows, struct row *row);

/* The least and the greatest value that the given number of columns draws; 0 for an empty curve. */
void curve_bounds(const struct curve *curve, unsigned columns, uint64_t *least,
		  uint64_t *greatest);

#endif
