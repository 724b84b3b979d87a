/* SPDX-License-Identifier: MIT */
/* Parameters are the model's steps, then the logarithms of its capacities and of its
 * sharpnesses. */
#include "tools/stats/cache_polish.h"

#include <math.h>

#include "tools/stats/cholesky.h"

#define PARAMETERS_MAX (CACHE_LEVELS_MAX + 2 * CACHES_MAX)
#define STEPS_MAX 10
#define HALVINGS_MAX 4
#define FLAT 1e-9 /* sum of squared derivatives: the parameter has no effect */
#define SHARP 16.0 /* above: sharpness has no effect and is not fitted */
#define SHARPNESS_LEAST 0.5

/* The linearised model: factors of the information matrix, and the step to its optimum. */
struct linear {
	double matrix[PARAMETERS_MAX * PARAMETERS_MAX];
	double way[PARAMETERS_MAX];
	bool is_flat[PARAMETERS_MAX];
	size_t count;
};

static size_t place_of_capacity(const struct cache_model *model, size_t cache)
{
	return model->count + 1 + cache;
}

static size_t place_of_sharpness(const struct cache_model *model, size_t cache)
{
	return 2 * model->count + 1 + cache;
}

static size_t parameters_of(const struct cache_model *model)
{
	return 3 * model->count + 1;
}

/* Relative derivatives at a point. Returns the relative error of the value. */
static double make_derivatives(const struct cache_model *model, double size_log, double value,
			       double row[PARAMETERS_MAX])
{
	double off;

	cache_model_row(model, size_log, row);
	off = 1 - cache_model_value(model, row) / value;
	for (size_t i = 0; i < model->count; i++) {
		const struct cache_shape *cache = &model->caches[i];
		double power = cache->sharpness * fmax(0, size_log - cache->capacity_log);
		double hit = model->steps[i + 1] * exp(-power);

		row[place_of_capacity(model, i)] = power > 0 ? -cache->sharpness * hit : 0;
		row[place_of_sharpness(model, i)] = cache->sharpness < SHARP ? power * hit : 0;
	}
	for (size_t i = 0; i < parameters_of(model); i++)
		row[i] /= value;
	return off;
}

static bool linearise(const struct cache_curve *curve, const struct cache_model *model,
		      struct linear *linear)
{
	double row[PARAMETERS_MAX];

	*linear = (struct linear){.count = parameters_of(model)};
	for (size_t i = 0; i < curve->count; i++) {
		double off = make_derivatives(model, curve->size_logs[i], curve->values[i], row);

		equations_add(row, linear->count, curve->weights[i], off, linear->matrix,
			      linear->way);
	}
	for (size_t i = 0; i < linear->count; i++) {
		linear->is_flat[i] = !(linear->matrix[i * linear->count + i] > FLAT);
		if (linear->is_flat[i])
			linear->matrix[i * linear->count + i] = 1;
	}
	return cholesky_factorise(linear->matrix, linear->count);
}

/* Move by a fraction of the step. Returns false, without a change, if the fit is not better
 * there. */
static bool try_step(const struct cache_curve *curve, struct cache_model *model,
		     const struct linear *linear, double part)
{
	struct cache_model moved = *model;

	for (size_t i = 0; i <= model->count; i++)
		moved.steps[i] += part * linear->way[i];
	for (size_t i = 0; i < model->count; i++) {
		struct cache_shape *cache = &moved.caches[i];
		double sharper = exp(part * linear->way[place_of_sharpness(model, i)]);

		cache->capacity_log += part * linear->way[place_of_capacity(model, i)];
		if (cache->sharpness < SHARP)
			cache->sharpness = fmax(SHARPNESS_LEAST,
						fmin(0.99 * SHARP, cache->sharpness * sharper));
	}
	for (size_t i = 0; i <= model->count; i++) {
		if (!(moved.steps[i] > 0))
			return false;
	}
	moved.cost = cache_model_cost(curve, &moved);
	if (!cache_model_is_in_order(curve, &moved) || !(moved.cost < model->cost))
		return false;
	*model = moved;
	return true;
}

static bool polish_step(const struct cache_curve *curve, struct cache_model *model)
{
	struct linear linear;
	double part = 1;

	if (!linearise(curve, model, &linear))
		return false;
	cholesky_substitute(linear.matrix, linear.count, linear.way);
	for (int i = 0; i < HALVINGS_MAX; i++, part /= 2) {
		if (try_step(curve, model, &linear, part))
			return true;
	}
	return false;
}

/* The variance of the sum of the parameters from first to last, for errors of variance 1. */
static double variance_of(const struct linear *linear, size_t first, size_t last)
{
	double vector[PARAMETERS_MAX] = {0}, sum = 0;

	for (size_t i = first; i <= last; i++)
		vector[i] = 1;
	cholesky_substitute(linear->matrix, linear->count, vector);
	for (size_t i = first; i <= last; i++)
		sum += vector[i];
	return sum;
}

static void set_errors(const struct cache_curve *curve, struct cache_model *model)
{
	struct linear linear;
	bool is_known = linearise(curve, model, &linear);
	double weights = 0, variance;

	for (size_t i = 0; i < curve->count; i++)
		weights += curve->weights[i];
	variance = model->cost * weights / fmax(1, weights - (double)linear.count);
	for (size_t i = 0; i <= model->count; i++)
		model->latency_errors[i] =
			is_known ? sqrt(variance * variance_of(&linear, 0, i)) : INFINITY;
	for (size_t i = 0; i < model->count; i++) {
		size_t place = place_of_capacity(model, i);

		model->capacity_errors[i] =
			is_known ? sqrt(variance * variance_of(&linear, place, place)) : INFINITY;
		if (linear.is_flat[place])
			model->capacity_errors[i] = 0;
	}
}

void cache_polish(const struct cache_curve *curve, struct cache_model *model)
{
	for (int i = 0; i < STEPS_MAX; i++) {
		if (!polish_step(curve, model))
			break;
	}
	set_errors(curve, model);
}
