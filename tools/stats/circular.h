/* SPDX-License-Identifier: MIT */
/* Whether times fall on the same places of a period. */
#ifndef TOOLS_STATS_CIRCULAR_H
#define TOOLS_STATS_CIRCULAR_H

#include <stddef.h>

/* How probable it is that so many places (parts of a circle, 0 to 1), each as likely as any other,
 * gather as much as these do, about one point of the circle or about 2 to CIRCULAR_POINTS evenly
 * spaced ones; the least of these, corrected for trying them all. 1 for fewer than two places.
 * Rayleigh's test: Mardia & Jupp, Directional Statistics, "Tests of Uniformity". */
#define CIRCULAR_POINTS 4
double circular_uniform_p(const double *places, size_t count);

#endif
