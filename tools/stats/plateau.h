/* SPDX-License-Identifier: MIT */
/* Steps in a curve of latency against working-set size: each cache is a plateau that ends where the
 * cache is full. */
#ifndef TOOLS_STATS_PLATEAU_H
#define TOOLS_STATS_PLATEAU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLATEAU_POINTS_MAX 256
#define PLATEAUS_MAX 16

struct curve_point {
	uint64_t size_bytes;
	double value;           /* positive, in any unit */
};

struct plateau {
	double level;           /* median of its points, in their unit */
	uint64_t begins_bytes;  /* its first point */
	uint64_t ends_bytes;    /* the last point nearer, in ratio, to it than to what follows */
	bool is_last;           /* then the curve ended before the plateau did */
};

/* Find the plateaus of a curve of at most PLATEAU_POINTS_MAX points, sorted by size. Returns how
 * many, at most PLATEAUS_MAX. Levels less than PLATEAU_RATIO apart are one plateau, and a stretch
 * that climbs by more than PLATEAU_CLIMB within itself is none.
 * The fit is piecewise constant in the logarithm, of least absolute deviation, with a price a piece
 * that grows with the noise: an outlier does not make a plateau. */
size_t plateau_find(const struct curve_point *points, size_t count,
		    struct plateau plateaus[PLATEAUS_MAX]);

#define PLATEAU_RATIO 1.2
#define PLATEAU_CLIMB 1.4

#endif
