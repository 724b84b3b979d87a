/* SPDX-License-Identifier: MIT */
/* An axis' range, and positions on it. */
#ifndef TOOLS_VIEW_PLOT_SCALE_H
#define TOOLS_VIEW_PLOT_SCALE_H

#include "tools/view/plot/plot.h"

struct plot_scale {
	double low, high;
	bool is_log;
};

/* The range of the axis itself, or else of the drawn data and marks, with a margin. Valid also for
 * a plot without data. */
struct plot_scale plot_scale_of(const struct plot *plot, bool is_x);

/* If an axis is wrong, end the program, because it has an error. Correct are the positions 0 and 1
 * for the ends of the axis, and a position near the middle of these for its middle. */
void scale_prove(double low, double high, double middle);

/* The position of a value on the axis, from 0 at its low end to 1; outside for a value outside. */
double plot_scale_place(const struct plot_scale *scale, double value);

#endif
