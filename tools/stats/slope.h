/* SPDX-License-Identifier: MIT */
/* Increase of a cost with a parameter: the slope of a line through the medians of its points, with
 * an interval. */
#ifndef TOOLS_STATS_SLOPE_H
#define TOOLS_STATS_SLOPE_H

#include <stddef.h>

#define SLOPE_POINTS_MAX 32

struct slope_point {
	double x;
	double *values;         /* samples at x, in any order */
	size_t count;           /* not 0 */
};

struct slope {
	double value;
	double low, high;       /* 95 % */
};

/* The Theil-Sen slope: the median of the slopes between all pairs of points. It is robust against a
 * single outlier (Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau", 1968). The
 * interval is a bootstrap over the samples of every point (Efron and Tibshirani, An Introduction to
 * the Bootstrap, "Confidence intervals based on bootstrap percentiles"), with a fixed random seed.
 * Needs 2 to SLOPE_POINTS_MAX points with different x. */
void slope_fit(const struct slope_point *points, size_t count, struct slope *slope);

#endif
