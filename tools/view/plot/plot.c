/* SPDX-License-Identifier: MIT */
#include "tools/view/plot/plot.h"

#include <math.h>

#define STAGE_COLOURS 4 /* in page.css */

const char *plot_dashes(const struct plot_curve *curve)
{
	static const char *const patterns[] = {"none", "7,4", "2,3", "9,3,2,3"};

	if (curve->style == CHART_REFERENCE)
		return patterns[1];
	return patterns[curve->dashes % (sizeof(patterns) / sizeof(patterns[0]))];
}

unsigned plot_stage(const struct plot_curve *curve)
{
	return curve->stage < STAGE_COLOURS ? curve->stage : STAGE_COLOURS;
}

bool plot_shows(const struct plot *plot, const struct chart_point *point)
{
	return isfinite(point->x) && isfinite(point->y) && (!plot->x.is_log || point->x > 0) &&
		(!plot->y.is_log || point->y > 0);
}

bool plot_is_drawn(const struct plot *plot, size_t curve)
{
	for (size_t i = 0; i < plot->curves[curve].count; i++) {
		if (plot_shows(plot, &plot->curves[curve].points[i]))
			return true;
	}
	return false;
}

bool plot_has_data(const struct plot *plot)
{
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (plot_is_drawn(plot, i))
			return true;
	}
	return false;
}

/* Okabe and Ito, "Color Universal Design", without colours that are invisible on white or black. */
const char *plot_colour(const struct plot *plot, size_t curve)
{
	static const char *const colours[] = {
		"#1a7fc1", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#8c8c8c",
		"#999933",
	};

	size_t number = curve;

	if (plot->curves[curve].style == CHART_REFERENCE)
		return PLOT_REFERENCE_COLOUR;
	if (plot->curves[curve].colour > 0)
		number = plot->curves[curve].colour - 1;
	return plot->colours != NULL ? plot->colours[number]
				     : colours[number % (sizeof(colours) / sizeof(colours[0]))];
}
