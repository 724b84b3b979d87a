/* SPDX-License-Identifier: MIT */
/* The last steps to the best fit, and how sure it is. */
#ifndef TOOLS_STATS_CACHE_POLISH_H
#define TOOLS_STATS_CACHE_POLISH_H

#include "tools/stats/cache_model.h"

/* Move all latencies and capacities at once to where they fit best, from where they nearly do, by
 * Gauss and Newton's steps; then set the standard errors, by the linearised model (Seber and Wild,
 * Nonlinear Regression, "Confidence intervals"). An error that nothing tells is infinite, or 0 for
 * a capacity whose edge lies between two points. */
void cache_polish(const struct cache_curve *curve, struct cache_model *model);

#endif
