/* SPDX-License-Identifier: MIT */
/* Adds caches while the improvement of the fit outweighs the penalty for their number. */
#include "tools/stats/plateau.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

#include "tools/base/round.h"
#include "tools/stats/cache_polish.h"
#include "tools/stats/stats.h"

_Static_assert(PLATEAUS_MAX == CACHES_MAX + 1, "the last level is no cache");
_Static_assert(PLATEAU_POINTS_MAX == CACHE_POINTS_MAX, "a curve is one curve");

#define NEIGHBOURS 5
#define OUTLIER_MIN 0.1 /* minimum relative distance from the median of the neighbours */
#define OUTLIER_DEVIATIONS 6
#define PARAMETERS_A_CACHE 3 /* latency, capacity and sharpness */
/* Fits are not considered better than this, because caches are not the only effect in a curve. */
#define RELATIVE_ERROR_MIN 0.01
#define TRIES 2 /* stop after this many caches with too little improvement */
#define SHARP 16.0 /* an edge this sharp is between two points */
#define TAIL_PROBABILITY 0.025
#define CAPACITY_RATIO 1.5 /* minimum ratio of the capacities of two caches */
#define POINTS_MIN 6 /* minimum size of a curve to search for an edge */

/* ---- The curve ---- */

static double neighbours_median(const struct cache_curve *curve, size_t place)
{
	size_t first = place < NEIGHBOURS / 2 ? 0 : place - NEIGHBOURS / 2;
	double near[NEIGHBOURS];
	size_t count;

	if (first + NEIGHBOURS > curve->count)
		first = curve->count < NEIGHBOURS ? 0 : curve->count - NEIGHBOURS;
	count = curve->count - first < NEIGHBOURS ? curve->count - first : NEIGHBOURS;
	memcpy(near, curve->values + first, count * sizeof(*near));
	return stats_median(near, count);
}

/* Set the weight of outliers to 0: points far from the median of their neighbours, compared with
 * the typical distance. */
static void ignore_outliers(struct cache_curve *curve)
{
	double off[CACHE_POINTS_MAX], sorted[CACHE_POINTS_MAX], most;

	for (size_t i = 0; i < curve->count; i++)
		off[i] = fabs(log(curve->values[i] / neighbours_median(curve, i)));
	memcpy(sorted, off, curve->count * sizeof(*off));
	most = fmax(OUTLIER_MIN, OUTLIER_DEVIATIONS * stats_deviation_of_mad(
						 stats_median(sorted, curve->count)));
	for (size_t i = 0; i < curve->count; i++)
		curve->weights[i] = off[i] <= most;
}

/* ---- Number of levels ---- */

static double schwarz(const struct cache_curve *curve, const struct cache_model *model)
{
	double n = (double)curve->count;
	double cost = model->cost + RELATIVE_ERROR_MIN * RELATIVE_ERROR_MIN;

	return n * log(cost) + PARAMETERS_A_CACHE * (double)model->count * log(n);
}

static double latency_of(const struct cache_model *model, size_t level)
{
	double latency = 0;

	for (size_t i = 0; i <= level; i++)
		latency += model->steps[i];
	return latency;
}

/* The cache with the smallest increase of latency, if that is below PLATEAU_RATIO; else count. */
static size_t smallest_step_cache(const struct cache_model *model)
{
	double least = PLATEAU_RATIO;
	size_t cache = model->count;

	for (size_t i = 0; i < model->count; i++) {
		double ratio = latency_of(model, i + 1) / latency_of(model, i);

		if (ratio < least) {
			least = ratio;
			cache = i;
		}
	}
	return cache;
}

/* Half the width of the interval of a parameter with that standard error. */
static double half_interval(const struct cache_curve *curve, const struct cache_model *model,
			    double error)
{
	size_t parameters = 1 + PARAMETERS_A_CACHE * model->count;
	size_t freedom = curve->count > parameters ? curve->count - parameters : 1;

	return error * gsl_cdf_tdist_Qinv(TAIL_PROBABILITY, (double)freedom);
}

/* Whether a level is between two caches of similar size. Other data of the program uses some cache
 * lines, so a set just below a cache's size is slightly slower. This is the shape of an edge, not a
 * level. */
static bool is_narrow(const struct cache_model *model, size_t level)
{
	return level > 0 && level < model->count &&
	       model->caches[level].capacity_log - model->caches[level - 1].capacity_log <
		       log(CAPACITY_RATIO);
}

/* Whether a level may not exist: it is narrow, or its interval extends half way to an adjacent
 * level. */
static bool is_uncertain(const struct cache_curve *curve, const struct cache_model *model,
			 size_t level)
{
	double half = half_interval(curve, model, model->latency_errors[level]);

	return is_narrow(model, level) || (level > 0 && 2 * half >= model->steps[level]) ||
	       (level < model->count && 2 * half >= model->steps[level + 1]);
}

/* A cache to drop because a level next to it is uncertain. Of the two caches of the level, the one
 * whose removal fits better. Returns count if all levels are certain. */
static size_t uncertain_cache(const struct cache_curve *curve, const struct cache_model *model)
{
	for (size_t level = 0; model->count > 0 && level <= model->count; level++) {
		struct cache_model without;

		if (!is_uncertain(curve, model, level))
			continue;
		if (level == 0 || level == model->count)
			return level == 0 ? 0 : level - 1;
		without = cache_model_drop(curve, model, level);
		return without.cost < cache_model_drop(curve, model, level - 1).cost ? level
										     : level - 1;
	}
	return model->count;
}

/* The last point within the capacity of a cache. */
static size_t last_inside(const struct cache_curve *curve, const struct cache_shape *cache)
{
	size_t last = 0;

	while (last + 2 < curve->count && curve->size_logs[last + 1] <= cache->capacity_log)
		last++;
	return last;
}

/* The capacity of a cache. A sharp edge is between two points, and the capacity is then the first
 * of them. */
static double capacity_of(const struct cache_curve *curve, const struct cache_shape *cache)
{
	return cache->sharpness < SHARP ? cache->capacity_log
					: curve->size_logs[last_inside(curve, cache)];
}

/* Move each sharp edge between two points to the place at which the first point hits and the second
 * point misses as much as possible. */
static void settle_edges(const struct cache_curve *curve, struct cache_model *model)
{
	struct cache_model settled = *model;

	for (size_t i = 0; i < model->count; i++)
		settled.caches[i].capacity_log = capacity_of(curve, &model->caches[i]);
	cache_model_solve(curve, &settled);
	if (settled.cost <= model->cost + RELATIVE_ERROR_MIN * RELATIVE_ERROR_MIN)
		*model = settled;
}

static struct cache_model fit_model(const struct cache_curve *curve)
{
	struct cache_model model = {0}, best;
	size_t cache;

	cache_model_solve(curve, &model);
	best = model;
	while (curve->count >= POINTS_MIN && model.count < CACHES_MAX &&
	       model.count < best.count + TRIES) {
		model = cache_model_grow(curve, &model);
		if (!isfinite(model.cost))
			break;
		cache_polish(curve, &model);
		if (schwarz(curve, &model) < schwarz(curve, &best))
			best = model;
	}
	settle_edges(curve, &best);
	cache_polish(curve, &best);
	while ((cache = smallest_step_cache(&best)) < best.count ||
	       (cache = uncertain_cache(curve, &best)) < best.count) {
		best = cache_model_drop(curve, &best, cache);
		settle_edges(curve, &best);
		cache_polish(curve, &best);
	}
	return best;
}

/* ---- Levels ---- */

static void set_capacity(const struct cache_curve *curve, const struct cache_model *model,
			 size_t cache, struct plateau *plateau)
{
	const struct cache_shape *shape = &model->caches[cache];
	double half = half_interval(curve, model, model->capacity_errors[cache]);
	double at = capacity_of(curve, shape), low = at, high = at;

	if (shape->sharpness >= SHARP)
		high = curve->size_logs[last_inside(curve, shape) + 1];
	plateau->ends_bytes = round_u64(exp(at));
	plateau->ends_low = round_u64(exp(low - fmin(half, 1)));
	plateau->ends_high = round_u64(exp(high + fmin(half, 1)));
}

static void set_level(const struct cache_curve *curve, const struct cache_model *model,
		      size_t level, struct plateau *plateau)
{
	double latency = latency_of(model, level);
	double half = half_interval(curve, model, model->latency_errors[level]);

	*plateau = (struct plateau){
		.level = latency,
		.has_interval = isfinite(half) && curve->count >= POINTS_MIN,
		.begins_bytes = round_u64(
			exp(level > 0 ? capacity_of(curve, &model->caches[level - 1])
				      : curve->size_logs[0])),
		.is_last = level == model->count,
	};
	if (plateau->has_interval) {
		plateau->level_low = fmax(0, latency - half);
		plateau->level_high = latency + half;
	}
	if (plateau->is_last)
		plateau->ends_bytes = round_u64(exp(curve->size_logs[curve->count - 1]));
	else
		set_capacity(curve, model, level, plateau);
}

size_t plateau_find(const struct curve_point *points, size_t count,
		    struct plateau plateaus[PLATEAUS_MAX])
{
	struct cache_curve curve;
	struct cache_model model;

	curve.count = 0;
	for (size_t i = 0; i < count && curve.count < CACHE_POINTS_MAX; i++) {
		if (!(points[i].value > 0) || points[i].size_bytes == 0)
			continue;
		curve.size_logs[curve.count] = log((double)points[i].size_bytes);
		curve.values[curve.count++] = points[i].value;
	}
	if (curve.count == 0)
		return 0;
	ignore_outliers(&curve);
	model = fit_model(&curve);
	if (curve.count >= POINTS_MIN && sqrt(model.cost) > PLATEAU_RATIO - 1)
		return 0;
	for (size_t i = 0; i <= model.count; i++)
		set_level(&curve, &model, i, &plateaus[i]);
	return model.count + 1;
}
