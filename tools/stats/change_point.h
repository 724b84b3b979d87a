/* SPDX-License-Identifier: MIT */
/* Finds steps in a series of values. */
#ifndef TOOLS_STATS_CHANGE_POINT_H
#define TOOLS_STATS_CHANGE_POINT_H

#include <stdbool.h>
#include <stddef.h>

struct change_point {
	size_t first;           /* index of the first value after the step */
	/* medians from the previous step to this one, and from here to the next */
	double before, after;
	double p;               /* of no step, in the searched part of the series */
};

/* The size of a change as a part of the value before: 0.15 is 15 % more. NaN if that value is not
 * above 0. */
double change_part(double before, double after);

/* Whether one step explains the differences between the values: the deviations from the best two
 * levels, of at least two values each, have a median of at most spread, and the levels differ by
 * more than spread. Does not test against chance. Sets the step without its p. */
bool change_point_clean(const double *values, size_t count, double spread,
			struct change_point *point);

/* Find steps in count values, in their order. points must have room for count. A step is a split
 * with a p of step_test of at most level. Both parts are then searched again (binary segmentation:
 * Scott and Knott, 1974). Returns the number of steps. */
size_t change_points(const double *values, size_t count, double level,
		     struct change_point *points);

/* Steps of values without noise: every difference is a step. */
size_t change_points_exact(const double *values, size_t count, struct change_point *points);

/* The median slope between any two values, per index (Theil and Sen). */
double trend_slope(const double *values, size_t count);

#endif
