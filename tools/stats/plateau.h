/* SPDX-License-Identifier: MIT */
/* Levels of the memory in a curve of latency against working-set size: a plateau each where caches
 * fill up all at once, and no flat stretch at all where they don't. */
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

/* One level: what a load takes that it serves. */
struct plateau {
	double level;           /* in the unit of the points */
	double level_low, level_high;   /* 95 %; has_interval */
	bool has_interval;
	uint64_t begins_bytes;  /* the first point, or the capacity of the level before */
	uint64_t ends_bytes;    /* its own capacity: of the levels before and itself together */
	uint64_t ends_low, ends_high;   /* 95 %; has_interval */
	bool is_last;           /* then it has none: the curve ended, or memory holds all */
};

/* Find the levels of a curve of at most PLATEAU_POINTS_MAX points, sorted by size. Returns how
 * many, at most PLATEAUS_MAX; their ranges meet but do not overlap. Points of 0 are passed over.
 *
 * What is fitted is the model that caches have (cache_model.h): latency is the sum over the levels
 * of the part of loads that each serves times what it takes, and a cache holds capacity / size of a
 * set that is larger, or less where it evicts the oldest first. Errors count in parts of the
 * latency; points far off their neighbours are left out. How many levels there are is chosen by
 * Schwarz's criterion ("Estimating the dimension of a model", 1978); levels less than PLATEAU_RATIO
 * apart are one, as are caches of which one is less than half again as large as the other, and a
 * model further off the curve than PLATEAU_RATIO is none: no level is found then.
 * docs/statistics.md says how often that is right. */
size_t plateau_find(const struct curve_point *points, size_t count,
		    struct plateau plateaus[PLATEAUS_MAX]);

#define PLATEAU_RATIO 1.25

#endif
