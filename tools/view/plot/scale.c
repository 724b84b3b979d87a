/* SPDX-License-Identifier: MIT */
#include "tools/view/plot/scale.h"

#include <err.h>
#include <math.h>

#include "tools/base/exit_status.h"

/* Margin at the ends of an axis, relative to its length. */
#define FREE_PART 0.04

/* Values whose logarithms differ by less are equal except for rounding. */
#define DECADES_MIN 1e-6

/* Rounding of a position. The second number is for values that are too near to each other to prove
 * a position. */
#define PLACE_ROUNDING 1e-3
#define NEAR 1e-9

/* Room for the names of reference lines, relative to the axis. */
#define NAMES_PART 0.15

static void scale_widen(struct plot_scale *scale, double value)
{
	if (!isfinite(value) || (scale->is_log && value <= 0))
		return;
	scale->low = fmin(scale->low, value);
	scale->high = fmax(scale->high, value);
}

/* Whether a reference line has a name above it. */
static bool scale_has_names(const struct plot *plot)
{
	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		if (curve->style == CHART_REFERENCE && curve->count > 0 &&
		    curve->points[0].text != NULL)
			return true;
	}
	return false;
}

static struct plot_scale scale_find(const struct plot *plot, bool is_x)
{
	const struct chart_axis *axis = is_x ? &plot->x : &plot->y;
	struct plot_scale scale = {INFINITY, -INFINITY, axis->is_log};

	if (axis->high > axis->low && (axis->low > 0 || !axis->is_log))
		return (struct plot_scale){axis->low, axis->high, axis->is_log};
	for (size_t i = 0; is_x && i < plot->mark_count; i++)
		scale_widen(&scale, plot->marks[i].x);
	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		for (size_t j = 0; j < curve->count; j++) {
			const struct chart_point *point = &curve->points[j];

			if (!plot_shows(plot, point))
				continue;
			scale_widen(&scale, is_x ? point->x : point->y);
			if (curve->style == CHART_BARS)
				scale_widen(&scale, is_x ? point->x_end : point->base);
		}
	}
	if (!(scale.high >= scale.low))
		return (struct plot_scale){1, 10, axis->is_log};
	if (!axis->is_log) {
		/* If all values are equal, extends by half of the value on each side. */
		double low = axis->from_zero ? fmin(scale.low, 0) : scale.low;
		double length = scale.high - low, room = length * FREE_PART;

		if (!(length > 0))
			room = scale.high != 0 ? fabs(scale.high) / 2 : 0.5;
		scale.high += room;
		scale.low = low >= 0 && (low < room || axis->from_zero) ? 0 : low - room;
	} else if (!axis->is_size || scale.high == scale.low) {
		/* If all values are equal, extends by half a decade on each side. */
		double decades = log10(scale.high / scale.low);
		double room = pow(10, decades > DECADES_MIN ? decades * FREE_PART : 0.5);

		scale.low /= room;
		scale.high *= room;
	}
	if (!is_x && scale_has_names(plot)) {
		if (scale.is_log)
			scale.high *= pow(scale.high / scale.low, NAMES_PART);
		else
			scale.high += (scale.high - scale.low) * NAMES_PART;
	}
	return scale;
}

double plot_scale_place(const struct plot_scale *scale, double value)
{
	if (scale->is_log)
		return log(value / scale->low) / log(scale->high / scale->low);
	return (value - scale->low) / (scale->high - scale->low);
}

void scale_prove(double low, double high, double middle)
{
	/* Values of a log may be too large, or too near to each other, for any axis. */
	if (isfinite(low) && isfinite(high) && isfinite(middle) &&
	    (fabs(low) > PLACE_ROUNDING || fabs(high - 1) > PLACE_ROUNDING ||
	     fabs(middle - 0.5) > PLACE_ROUNDING))
		errx(EXIT_FAILED, "a chart's axis has its ends at %g and %g, and its middle at %g, "
				  "which is an error of bareline", low, high, middle);
}

struct plot_scale plot_scale_of(const struct plot *plot, bool is_x)
{
	struct plot_scale scale = scale_find(plot, is_x);
	double middle = scale.is_log ? sqrt(scale.low) * sqrt(scale.high)
				     : scale.low / 2 + scale.high / 2;

	if (fabs(scale.high - scale.low) > NEAR * fmax(fabs(scale.low), fabs(scale.high)))
		scale_prove(plot_scale_place(&scale, scale.low),
			    plot_scale_place(&scale, scale.high),
			    plot_scale_place(&scale, middle));
	return scale;
}
