/* SPDX-License-Identifier: MIT */
/* The ticks of an axis without names. */
#ifndef TOOLS_VIEW_PLOT_AXIS_TICKS_H
#define TOOLS_VIEW_PLOT_AXIS_TICKS_H

#include "tools/view/plot/scale.h"
#include "tools/view/plot/ticks.h"

struct axis_ticks {
	struct {
		double value;
		char text[TICK_TEXT_MAX];       /* "": no label */
	} items[TICKS_MAX];
	size_t count;
	double letters;         /* width of all labels, in characters */
};

/* Find the ticks. Their labels, if side by side, take at most letters characters. */
void axis_ticks_find(struct axis_ticks *ticks, const struct chart_axis *axis,
		     const struct plot_scale *scale, double letters);

#endif
