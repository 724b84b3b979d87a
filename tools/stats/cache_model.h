/* SPDX-License-Identifier: MIT */
/* What a random chase over a working set takes when caches hold a part of it: each level of the
 * memory is reached by the part of the loads that every cache before it misses. */
#ifndef TOOLS_STATS_CACHE_MODEL_H
#define TOOLS_STATS_CACHE_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#define CACHES_MAX 6
#define CACHE_LEVELS_MAX (CACHES_MAX + 1)
#define CACHE_POINTS_MAX 256

/* Of a set larger than the cache it holds the part (capacity / size)^sharpness: 1 where which lines
 * stay is left to chance, much more where the oldest goes first, which a chase in one order for
 * ever then never finds again. */
struct cache_shape {
	double capacity_log; /* natural logarithm of bytes */
	double sharpness;
};

struct cache_model {
	struct cache_shape caches[CACHES_MAX]; /* by rising capacity */
	size_t count;
	double steps[CACHE_LEVELS_MAX]; /* the first level's latency, and what each miss adds */
	double cost; /* mean square of relative errors; infinite if it fits in no way */
	/* Standard errors of each level's latency, and of each capacity's logarithm. */
	double latency_errors[CACHE_LEVELS_MAX], capacity_errors[CACHES_MAX];
};

/* A curve: logarithms of sizes, rising, and latencies above 0; weight 0 leaves a point out. */
struct cache_curve {
	double size_logs[CACHE_POINTS_MAX], values[CACHE_POINTS_MAX];
	double weights[CACHE_POINTS_MAX];
	size_t count;
};

/* The part of loads that miss a cache. */
double cache_miss_part(const struct cache_shape *cache, double size_log);

/* What each of the model's steps counts for at a size, and what they make together. */
void cache_model_row(const struct cache_model *model, double size_log,
		     double row[CACHE_LEVELS_MAX]);
double cache_model_value(const struct cache_model *model, const double row[CACHE_LEVELS_MAX]);

/* The mean square of relative errors. */
double cache_model_cost(const struct cache_curve *curve, const struct cache_model *model);

/* Whether capacities rise, and begin and end within the curve. */
bool cache_model_is_in_order(const struct cache_curve *curve, const struct cache_model *model);

/* Set the model's latencies, by least squares of relative errors, and its cost: infinite unless
 * each level takes longer than the one before. */
void cache_model_solve(const struct cache_curve *curve, struct cache_model *model);

/* The best model with one cache more, all capacities and sharpnesses moved to where they fit
 * best. */
struct cache_model cache_model_grow(const struct cache_curve *curve,
				    const struct cache_model *model);

/* The model without one of its caches, the others moved to where they fit best. */
struct cache_model cache_model_drop(const struct cache_curve *curve,
				    const struct cache_model *model, size_t cache);

#endif
