/* SPDX-License-Identifier: MIT */
/* Where a series of figures stepped: the points at which what came before and what came after do
 * not look alike. */
#ifndef TOOLS_STATS_CHANGE_POINT_H
#define TOOLS_STATS_CHANGE_POINT_H

#include <stddef.h>

struct change_point {
	size_t first;           /* index of the first value after the step */
	double before, after;   /* medians from the step before to this one, and on to the next */
	double p;               /* of no step, in the stretch that was searched */
};

/* Find steps in count values, in their order, and store them at points, which has room for count:
 * where step_test's p is at most level, and then in both parts in turn (binary segmentation: Scott
 * and Knott, 1974). Returns how many were found. */
size_t change_points(const double *values, size_t count, double level,
		     struct change_point *points);

/* Steps of values that have no noise: every difference is one. */
size_t change_points_exact(const double *values, size_t count, struct change_point *points);

/* The median slope between any two values, a step of the index (Theil and Sen). */
double trend_slope(const double *values, size_t count);

#endif
