/* SPDX-License-Identifier: MIT */
/* Model of the latency of a random chase over a working set. Each level of the memory serves the
 * loads that miss every cache before it. */
#ifndef TOOLS_STATS_CACHE_MODEL_H
#define TOOLS_STATS_CACHE_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#define CACHES_MAX 6
#define CACHE_LEVELS_MAX (CACHES_MAX + 1)
#define CACHE_POINTS_MAX 256

/* A cache holds the fraction (capacity / size)^sharpness of a larger set. Sharpness is 1 for random
 * replacement. It is much larger for LRU: a chase that repeats one order then misses all lines. */
struct cache_shape {
	double capacity_log; /* natural logarithm of bytes */
	double sharpness;
};

struct cache_model {
	struct cache_shape caches[CACHES_MAX]; /* by ascending capacity */
	size_t count;
	/* latency of the first level, and added latency of each miss */
	double steps[CACHE_LEVELS_MAX];
	double cost; /* mean square of relative errors; infinite if the model does not fit */
	/* Standard errors of the latency of each level, and of the logarithm of each capacity. */
	double latency_errors[CACHE_LEVELS_MAX], capacity_errors[CACHES_MAX];
};

/* A curve: logarithms of sizes, ascending, and latencies above 0. A point of weight 0 is
 * ignored. */
struct cache_curve {
	double size_logs[CACHE_POINTS_MAX], values[CACHE_POINTS_MAX];
	double weights[CACHE_POINTS_MAX];
	size_t count;
};

/* The fraction of loads that miss a cache. */
double cache_miss_part(const struct cache_shape *cache, double size_log);

/* The coefficients of the model's steps at a size, and the latency they predict. */
void cache_model_row(const struct cache_model *model, double size_log,
		     double row[CACHE_LEVELS_MAX]);
double cache_model_value(const struct cache_model *model, const double row[CACHE_LEVELS_MAX]);

/* The mean square of relative errors. */
double cache_model_cost(const struct cache_curve *curve, const struct cache_model *model);

/* Whether capacities ascend and are within the curve. */
bool cache_model_is_in_order(const struct cache_curve *curve, const struct cache_model *model);

/* Compute the model's latencies by least squares of relative errors, and its cost. The cost is
 * infinite unless each level's latency is above that of the previous one. */
void cache_model_solve(const struct cache_curve *curve, struct cache_model *model);

/* The best model with one more cache. Adjusts all capacities and sharpnesses. */
struct cache_model cache_model_grow(const struct cache_curve *curve,
				    const struct cache_model *model);

/* The best model without one of the caches. Adjusts the others. */
struct cache_model cache_model_drop(const struct cache_curve *curve,
				    const struct cache_model *model, size_t cache);

#endif
