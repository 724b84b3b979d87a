/* SPDX-License-Identifier: MIT */
/* Fits of lines, of linear equations and of the cache model, checked against known answers. */
#include "tests/unit/unit.h"

#include <gsl/gsl_linalg.h>
#include <math.h>

#include "tools/stats/cache_polish.h"
#include "tools/stats/cholesky.h"
#include "tools/stats/slope.h"

/* ---- Slopes ---- */

/* Medians are 1, 3, 5 and, an outlier, 100. The slopes of pairs are 2, 2, 2, 33, 48.5 and 95. */
TEST(slope_is_the_median_of_the_slopes_between_medians)
{
	double first[] = {1, 1, 90}, second[] = {3}, third[] = {9, 5, 5}, fourth[] = {100};
	const struct slope_point points[] = {{0, first, 3}, {1, second, 1}, {2, third, 3},
					     {3, fourth, 1}};
	struct slope slope;

	slope_fit(points, 3, &slope);
	assert_true(slope.value == 2);
	slope_fit(points, 4, &slope);
	assert_true(slope.value == (2 + 33) / 2.0);
}

TEST(slope_of_equal_samples_has_no_width)
{
	double first[] = {4, 4}, second[] = {3, 3, 3};
	const struct slope_point points[] = {{10, first, 2}, {12, second, 3}};
	struct slope slope;

	slope_fit(points, 2, &slope);
	assert_true(slope.value == -0.5 && slope.low == -0.5 && slope.high == -0.5);
}

/* The median of a resample of {1, 2, ..., 7} is 1 with probability 0.01, and at most 2 with
 * 0.11. */
TEST(interval_of_a_slope_is_that_of_resampled_medians)
{
	double first[] = {0, 0, 0}, second[] = {7, 2, 3, 4, 5, 6, 1};
	const struct slope_point points[] = {{0, first, 3}, {0.5, second, 7}};
	struct slope slope;

	slope_fit(points, 2, &slope);
	assert_true(slope.value == 8 && slope.low == 4 && slope.high == 12);
}

/* ---- Linear equations ---- */

TEST(weighted_rows_are_added_to_the_equations)
{
	double matrix[4] = {1, 0, 0, 1}, vector[2] = {10, 20};

	equations_add((const double[]){1, 2}, 2, 3, 5, matrix, vector);
	assert_true(matrix[0] == 4 && matrix[1] == 6 && matrix[2] == 6 && matrix[3] == 13);
	assert_true(vector[0] == 25 && vector[1] == 50);
}

/* The product of {{2, 0, 0}, {1, 2, 0}, {1, 1, 2}} and its transpose. */
TEST(equations_with_integer_factors_are_solved_exactly)
{
	double matrix[] = {4, 2, 2, 2, 5, 3, 2, 3, 6}, vector[] = {14, 21, 26};

	assert_true(cholesky_factorise(matrix, 3));
	assert_true(matrix[0] == 2 && matrix[3] == 1 && matrix[4] == 2);
	assert_true(matrix[6] == 1 && matrix[7] == 1 && matrix[8] == 2);
	cholesky_substitute(matrix, 3, vector);
	assert_true(vector[0] == 1 && vector[1] == 2 && vector[2] == 3);
}

TEST(dependent_equations_have_no_factors)
{
	double nothing[] = {0}, equal[] = {1, 1, 1, 1}, nearly[] = {1, 1, 1, 1 + 1e-11};
	double independent[] = {1, 1, 1, 1 + 1e-9}, negative[] = {1, 2, 2, 1};

	assert_false(cholesky_factorise(nothing, 1));
	assert_false(cholesky_factorise(equal, 2));
	assert_false(cholesky_factorise(nearly, 2));
	assert_true(cholesky_factorise(independent, 2));
	assert_false(cholesky_factorise(negative, 2));
}

/* ---- The cache model ---- */

#define POINTS 61
#define PARAMETERS 7 /* latencies, capacities, sharpnesses of two caches */

static const struct cache_model two_caches = {
	.caches = {{10, 1}, {14, 2}}, .count = 2, .steps = {4, 10, 100},
};

/* 10 + 10 (1 - e^-1) at one unit beyond the capacity. */
TEST(set_beyond_a_capacity_misses_its_part)
{
	const struct cache_model model = {.caches = {{5, 0.5}}, .count = 1, .steps = {10, 10}};
	double row[CACHE_LEVELS_MAX];

	cache_model_row(&model, 7, row);
	assert_float_equal(cache_model_value(&model, row), 20 - 10 / M_E, 1e-12);
	cache_model_row(&model, 5, row);
	assert_float_equal(cache_model_value(&model, row), 10, 0);
}

/* The latency at a size, written out. */
static double latency(const double parameters[PARAMETERS], double size)
{
	double value = parameters[0];

	for (size_t i = 0; i < 2; i++) {
		double beyond = fmax(0, size - parameters[3 + i]);

		value += parameters[1 + i] * (1 - exp(-parameters[5 + i] * beyond));
	}
	return value;
}

/* Sizes from e^7 to e^19, and relative errors of a fixed pattern. */
static void make_curve(struct cache_curve *curve, double noise)
{
	static const double parameters[PARAMETERS] = {4, 10, 100, 10, 14, 1, 2};
	static const double pattern[] = {1, -1, -1, 1, 0};

	*curve = (struct cache_curve){.count = POINTS};
	for (size_t i = 0; i < POINTS; i++) {
		curve->size_logs[i] = 7.05 + 0.2 * (double)i;
		curve->values[i] = latency(parameters, curve->size_logs[i]) *
				   (1 + noise * pattern[i % COUNT(pattern)]);
		curve->weights[i] = i == 17 ? 0 : 1;
	}
	curve->values[17] *= 3;         /* ignored */
}

TEST(polished_model_is_the_one_that_made_the_curve)
{
	struct cache_model model = two_caches;
	struct cache_curve curve;

	make_curve(&curve, 0);
	model.steps[0] *= 1.1;
	model.steps[1] *= 0.9;
	model.caches[0].capacity_log += 0.1;
	model.caches[0].sharpness *= 1.2;
	model.caches[1].capacity_log -= 0.1;
	model.cost = cache_model_cost(&curve, &model);
	cache_polish(&curve, &model);
	assert_true(model.cost < 1e-12);
	for (size_t i = 0; i < 3; i++)
		assert_float_equal(model.steps[i] / two_caches.steps[i], 1, 1e-5);
	for (size_t i = 0; i < 2; i++) {
		assert_float_equal(model.caches[i].capacity_log,
				   two_caches.caches[i].capacity_log, 1e-5);
		assert_float_equal(model.caches[i].sharpness, two_caches.caches[i].sharpness, 1e-4);
		assert_true(model.capacity_errors[i] < 1e-5);
	}
}

/* Covariances of the parameters: the inverse of the information, from differences of the latency,
 * times the variance of the errors. */
static gsl_matrix *covariances(const struct cache_curve *curve, const double *parameters)
{
	gsl_matrix *result = gsl_matrix_calloc(PARAMETERS, PARAMETERS);
	double squares = 0, points = 0;

	for (size_t i = 0; i < curve->count; i++) {
		double slopes[PARAMETERS], off;

		for (size_t j = 0; j < PARAMETERS; j++) {
			double moved[PARAMETERS];

			memcpy(moved, parameters, sizeof(moved));
			moved[j] += 1e-6;
			slopes[j] = latency(moved, curve->size_logs[i]);
			moved[j] -= 2e-6;
			slopes[j] -= latency(moved, curve->size_logs[i]);
			slopes[j] /= 2e-6 * curve->values[i];
		}
		for (size_t j = 0; j < PARAMETERS * PARAMETERS; j++)
			*gsl_matrix_ptr(result, j / PARAMETERS, j % PARAMETERS) +=
				curve->weights[i] * slopes[j / PARAMETERS] * slopes[j % PARAMETERS];
		off = latency(parameters, curve->size_logs[i]) / curve->values[i] - 1;
		squares += curve->weights[i] * off * off;
		points += curve->weights[i];
	}
	gsl_linalg_cholesky_decomp1(result);
	gsl_linalg_cholesky_invert(result);
	gsl_matrix_scale(result, squares / (points - PARAMETERS));
	return result;
}

TEST(errors_of_the_model_are_those_of_its_linear_form)
{
	struct cache_model model = two_caches;
	struct cache_curve curve;
	double parameters[PARAMETERS];
	gsl_matrix *expected;

	make_curve(&curve, 0.01);
	model.cost = cache_model_cost(&curve, &model);
	cache_polish(&curve, &model);
	memcpy(parameters, model.steps, 3 * sizeof(double));
	for (size_t i = 0; i < 2; i++) {
		parameters[3 + i] = model.caches[i].capacity_log;
		parameters[5 + i] = model.caches[i].sharpness;
	}
	expected = covariances(&curve, parameters);
	for (size_t level = 0; level < 3; level++) {
		double variance = 0;

		for (size_t i = 0; i <= level; i++) {
			for (size_t j = 0; j <= level; j++)
				variance += gsl_matrix_get(expected, i, j);
		}
		assert_float_equal(model.latency_errors[level] / sqrt(variance), 1, 1e-3);
	}
	for (size_t i = 0; i < 2; i++)
		assert_float_equal(model.capacity_errors[i] /
				   sqrt(gsl_matrix_get(expected, 3 + i, 3 + i)), 1, 1e-3);
	gsl_matrix_free(expected);
}

/* No point is in the transition, so no error of a size can be seen. */
TEST(capacity_of_a_sharp_edge_has_no_error)
{
	struct cache_model model = {.caches = {{10, 128}}, .count = 1, .steps = {4, 10}};
	struct cache_curve curve = {.count = 12};

	for (size_t i = 0; i < curve.count; i++) {
		curve.size_logs[i] = 4.5 + (double)i;
		curve.values[i] = (i < 6 ? 4 : 14) * (i % 2 == 0 ? 1.01 : 0.99);
		curve.weights[i] = 1;
	}
	model.cost = cache_model_cost(&curve, &model);
	cache_polish(&curve, &model);
	assert_true(model.capacity_errors[0] == 0);
	assert_true(model.caches[0].capacity_log == 10);
	/* Six values that differ by 1 % either way, and four parameters. */
	assert_float_equal(model.latency_errors[0] / 4, 0.01 * sqrt(12 / 8.0 / 6), 1e-4);
	assert_float_equal(model.latency_errors[1] / 14, 0.01 * sqrt(12 / 8.0 / 6), 1e-4);
}
