/* SPDX-License-Identifier: MIT */
/* Finds levels of the memory in a curve of latency against working-set size. A level is a plateau
 * if its cache fills up abruptly. Otherwise the curve may have no flat part. */
#ifndef TOOLS_STATS_PLATEAU_H
#define TOOLS_STATS_PLATEAU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLATEAU_POINTS_MAX 256
#define PLATEAUS_MAX 7

struct curve_point {
	uint64_t size_bytes;
	double value;           /* positive, in any unit */
};

/* A level, and the latency of loads that it serves. */
struct plateau {
	double level;           /* in the unit of the points */
	double level_low, level_high;   /* 95 %; valid if has_interval */
	bool has_interval;
	uint64_t begins_bytes;  /* size of the first point, or capacity of the previous level */
	uint64_t ends_bytes;    /* capacity of this level and all before it */
	uint64_t ends_low, ends_high;   /* 95 %; valid if has_interval */
	bool is_last;           /* without a capacity: end of the curve, or main memory */
};

/* Find the levels of a curve of at most PLATEAU_POINTS_MAX points, sorted by size. Ignores points
 * with value 0. Returns their number, at most PLATEAUS_MAX. The ranges of levels meet but do not
 * overlap.
 *
 * Fits the model of cache_model.h by relative errors, without outliers. Schwarz's criterion
 * chooses the number of levels ("Estimating the dimension of a model", 1978). Levels with
 * latencies closer than PLATEAU_RATIO are merged. Caches whose capacities are within a factor of
 * 1.5 are also merged. No level is found if the model's relative error exceeds
 * PLATEAU_RATIO - 1. docs/statistics.md has the error rates. */
size_t plateau_find(const struct curve_point *points, size_t count,
		    struct plateau plateaus[PLATEAUS_MAX]);

#define PLATEAU_RATIO 1.25

#endif
