/* SPDX-License-Identifier: MIT */
/* The model is linear in its latencies, which are solved for. Capacities and sharpnesses are
 * searched one at a time, with decreasing steps. */
#include "tools/stats/cache_model.h"

#include <math.h>
#include <string.h>

#include "tools/stats/cholesky.h"

#define SWEEPS 3
#define SEARCH_EVERY 2 /* points between tried capacities of a new cache */
#define FIRST_STEP 0.5 /* of the logarithm of a capacity */
#define LAST_STEP 0.05 /* cache_polish does the rest */
#define DISTANCE_MIN 0.3 /* minimum difference between the logarithms of two capacities */

static const double sharpnesses[] = {1, 2, 4, 128};

#define SHARPNESSES (sizeof(sharpnesses) / sizeof(sharpnesses[0]))

double cache_miss_part(const struct cache_shape *cache, double size_log)
{
	double beyond = size_log - cache->capacity_log;

	return beyond > 0 ? -expm1(-cache->sharpness * beyond) : 0;
}

/* ---- Latencies ---- */

void cache_model_row(const struct cache_model *model, double size_log, double row[CACHE_LEVELS_MAX])
{
	row[0] = 1;
	for (size_t i = 0; i < model->count; i++)
		row[i + 1] = cache_miss_part(&model->caches[i], size_log);
}

double cache_model_value(const struct cache_model *model, const double row[CACHE_LEVELS_MAX])
{
	double value = 0;

	for (size_t i = 0; i <= model->count; i++)
		value += model->steps[i] * row[i];
	return value;
}

double cache_model_cost(const struct cache_curve *curve, const struct cache_model *model)
{
	double sum = 0, weights = 0, row[CACHE_LEVELS_MAX];

	for (size_t i = 0; i < curve->count; i++) {
		double off;

		cache_model_row(model, curve->size_logs[i], row);
		off = cache_model_value(model, row) / curve->values[i] - 1;
		sum += curve->weights[i] * off * off;
		weights += curve->weights[i];
	}
	return weights > 0 ? sum / weights : 0;
}

void cache_model_solve(const struct cache_curve *curve, struct cache_model *model)
{
	double matrix[CACHE_LEVELS_MAX * CACHE_LEVELS_MAX] = {0}, row[CACHE_LEVELS_MAX];
	double vector[CACHE_LEVELS_MAX] = {0}, weights = 0, explained = 0;
	size_t count = model->count + 1;

	for (size_t i = 0; i < curve->count; i++) {
		double value = curve->values[i];

		cache_model_row(model, curve->size_logs[i], row);
		equations_add(row, count, curve->weights[i] / (value * value), value, matrix,
			      vector);
		weights += curve->weights[i];
	}
	model->cost = INFINITY;
	if (!cholesky_factorise(matrix, count))
		return;
	memcpy(model->steps, vector, sizeof(vector));
	cholesky_substitute(matrix, count, model->steps);
	for (size_t i = 0; i < count; i++) {
		if (!(model->steps[i] > 0))
			return;
		explained += model->steps[i] * vector[i];
	}
	/* Least squares: the total sum of squares minus the explained one. */
	model->cost = fmax(0, (weights - explained) / weights);
}

/* ---- Capacities ---- */

bool cache_model_is_in_order(const struct cache_curve *curve, const struct cache_model *model)
{
	double before = curve->size_logs[0];

	for (size_t i = 0; i < model->count; i++) {
		if (model->caches[i].capacity_log < before + (i > 0 ? DISTANCE_MIN : 0))
			return false;
		before = model->caches[i].capacity_log;
	}
	return before < curve->size_logs[curve->count - 1];
}

/* Replace the model if the changed one fits better. */
static bool try_model(const struct cache_curve *curve, struct cache_model *model,
		      struct cache_model changed)
{
	if (!cache_model_is_in_order(curve, &changed))
		return false;
	cache_model_solve(curve, &changed);
	if (!(changed.cost < model->cost))
		return false;
	*model = changed;
	return true;
}

/* Search for the best value of one capacity. Halves the step if neither direction is better. */
static void move_capacity(const struct cache_curve *curve, struct cache_model *model, size_t cache)
{
	for (double step = FIRST_STEP; step >= LAST_STEP;) {
		struct cache_model up = *model, down = *model;

		up.caches[cache].capacity_log += step;
		down.caches[cache].capacity_log -= step;
		if (!try_model(curve, model, up) && !try_model(curve, model, down))
			step /= 2;
	}
}

static void move_cache(const struct cache_curve *curve, struct cache_model *model, size_t cache)
{
	struct cache_model best = *model;

	for (size_t i = 0; i < SHARPNESSES; i++) {
		struct cache_model other = *model;

		other.caches[cache].sharpness = sharpnesses[i];
		cache_model_solve(curve, &other);
		move_capacity(curve, &other, cache);
		if (other.cost < best.cost)
			best = other;
	}
	*model = best;
}

static void move_all(const struct cache_curve *curve, struct cache_model *model)
{
	for (int sweep = 0; sweep < SWEEPS; sweep++) {
		double cost = model->cost;

		for (size_t i = 0; i < model->count; i++)
			move_cache(curve, model, i);
		if (model->cost > 0.99 * cost)
			break;
	}
}

/* Insert a cache without adjusting the model. */
static struct cache_model with_cache(const struct cache_model *model, double capacity_log,
				     double sharpness)
{
	struct cache_model grown = *model;
	size_t place = grown.count++;

	for (; place > 0 && grown.caches[place - 1].capacity_log > capacity_log; place--)
		grown.caches[place] = grown.caches[place - 1];
	grown.caches[place] = (struct cache_shape){capacity_log, sharpness};
	return grown;
}

struct cache_model cache_model_grow(const struct cache_curve *curve,
				    const struct cache_model *model)
{
	struct cache_model best = {.cost = INFINITY};

	for (size_t i = 0; i + 1 < curve->count; i += SEARCH_EVERY) {
		for (size_t j = 0; j < SHARPNESSES; j += SHARPNESSES - 1)
			try_model(curve, &best,
				  with_cache(model, curve->size_logs[i] + 0.01, sharpnesses[j]));
	}
	if (isfinite(best.cost))
		move_all(curve, &best);
	return best;
}

struct cache_model cache_model_drop(const struct cache_curve *curve,
				    const struct cache_model *model, size_t cache)
{
	struct cache_model left = *model;

	left.count--;
	for (size_t i = cache; i < left.count; i++)
		left.caches[i] = left.caches[i + 1];
	cache_model_solve(curve, &left);
	if (isfinite(left.cost))
		move_all(curve, &left);
	return left;
}
