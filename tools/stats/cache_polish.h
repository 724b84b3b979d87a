/* SPDX-License-Identifier: MIT */
/* Final steps of the model's fit, and its standard errors. */
#ifndef TOOLS_STATS_CACHE_POLISH_H
#define TOOLS_STATS_CACHE_POLISH_H

#include "tools/stats/cache_model.h"

/* Adjust all latencies and capacities together, by Gauss-Newton steps from a nearly optimal
 * model. Then set the standard errors from the linearised model (Seber and Wild, Nonlinear
 * Regression, "Confidence intervals"). An undetermined latency has an infinite error. The error
 * of a capacity is 0 if its edge is between two points. */
void cache_polish(const struct cache_curve *curve, struct cache_model *model);

#endif
