/* SPDX-License-Identifier: MIT */
/* A logarithmic axis in a column of a table: its labels in the head, its grid and marks in each
 * row. Positions are in percent of the column. */
#ifndef TOOLS_VIEW_PAGE_AXIS_H
#define TOOLS_VIEW_PAGE_AXIS_H

#include <stdio.h>

#define PAGE_AXIS_ROW_HEIGHT 28

struct page_axis {
	double low, high;       /* powers of ten */
	const char *unit;       /* of the values */
};

/* An axis from one power of ten to another that contains both values. */
struct page_axis page_axis_make(double least, double most, const char *unit);

double page_axis_place(const struct page_axis *axis, double at);

/* Write the labels. Each second one is hidden where a phone has no room. */
void page_axis_write_ticks(const struct page_axis *axis, FILE *file);

/* Begin the drawing of a row, with a line at each power of ten. */
void page_axis_begin_row(const struct page_axis *axis, FILE *file);

#endif
