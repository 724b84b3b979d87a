/* SPDX-License-Identifier: MIT */
/* Tests whether times are uniformly distributed over a period. */
#ifndef TOOLS_STATS_CIRCULAR_H
#define TOOLS_STATS_CIRCULAR_H

#include <stddef.h>

/* Rayleigh's test of places on a circle (fractions from 0 to 1): Mardia & Jupp, Directional
 * Statistics, "Tests of Uniformity". Returns the probability that uniform places cluster at least
 * this much, about one point or about 2 to CIRCULAR_POINTS evenly spaced points. This is the
 * minimum of these tests, corrected for their number. Returns 1 for fewer than two places. */
#define CIRCULAR_POINTS 4
double circular_uniform_p(const double *places, size_t count);

#endif
