/* SPDX-License-Identifier: MIT */
/* An axis' range, and positions on it. */
#ifndef TOOLS_VIEW_PLOT_SCALE_H
#define TOOLS_VIEW_PLOT_SCALE_H

#include "tools/view/plot/plot.h"

struct plot_scale {
	double low, high;
	bool is_log;
};

/* The axis' own range; without one, that of the drawn data and marks, with a margin. A plot without
 * data has a range too. */
struct plot_scale plot_scale_of(const struct plot *plot, bool is_x);

/* End the program if the positions of an axis' ends are not 0 and 1, or that of its middle is not
 * between them in the middle, which is an error of this program. */
void scale_prove(double low, double high, double middle);

/* The position of a value on the axis, from 0 at its low end to 1; outside for a value outside. */
double plot_scale_place(const struct plot_scale *scale, double value);

#endif
