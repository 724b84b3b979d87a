/* SPDX-License-Identifier: MIT */
/* Validity and the memory curves; the rest comes from the modules that know. */
#include "tools/analysis/analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

static struct curve *curve_for(struct analysis *analysis, uint64_t page_bytes)
{
	struct curve *curve = analysis->curves;

	for (size_t i = 0; i < analysis->curve_count; i++, curve++) {
		if (curve->page_bytes == page_bytes)
			return curve;
	}
	if (analysis->curve_count == CURVES_MAX)
		return NULL;
	analysis->curve_count++;
	*curve = (struct curve){.page_bytes = page_bytes};
	return curve;
}

bool analysis_is_curve_point(const struct figure *figure, uint64_t *page_bytes,
			     uint64_t *size_bytes)
{
	const struct figure_parameter *order = figure_parameter(figure, "order");

	return figure_has_samples(figure) && figure_number(figure, "page_bytes", page_bytes) &&
	       figure_number(figure, "size_bytes", size_bytes) &&
	       (order == NULL || strcmp(order->value, "random") == 0);
}

static void add_point(struct analysis *analysis, const struct figure *figure)
{
	struct curve *curve;
	uint64_t page_bytes, size_bytes;

	if (!analysis_is_curve_point(figure, &page_bytes, &size_bytes))
		return;
	curve = curve_for(analysis, page_bytes);
	if (curve == NULL || curve->point_count == PLATEAU_POINTS_MAX)
		return;
	curve->points[curve->point_count++] = (struct curve_point){
		.size_bytes = size_bytes,
		.value = figure->warm.summary.ticks.median,
	};
}

static int by_size(const void *a, const void *b)
{
	const struct curve_point *left = a, *right = b;

	return (left->size_bytes > right->size_bytes) - (left->size_bytes < right->size_bytes);
}

static int by_page(const void *a, const void *b)
{
	const struct curve *left = a, *right = b;

	return (left->page_bytes > right->page_bytes) - (left->page_bytes < right->page_bytes);
}

static double ratio_in_log(uint64_t a, uint64_t b)
{
	return fabs(log((double)a / (double)b));
}

static void match_cache(struct curve *curve, const struct wire_cache *cache)
{
	double least = log(2);
	size_t nearest = PLATEAUS_MAX;

	for (size_t i = 0; i < curve->plateau_count; i++) {
		double distance = ratio_in_log(cache->size_bytes, curve->plateaus[i].ends_bytes);

		if (!curve->plateaus[i].is_last && distance <= least) {
			least = distance;
			nearest = i;
		}
	}
	if (nearest < PLATEAUS_MAX)
		curve->caches[nearest] = cache;
}

static void find_plateaus(const struct result *result, struct curve *curve)
{
	const struct record_list *caches = &result->records[WIRE_cache];

	curve->plateau_count = plateau_find(curve->points, curve->point_count, curve->plateaus);
	for (size_t i = 0; timing_base(result) == TIME_REAL && i < caches->count; i++) {
		const struct wire_cache *cache = &caches->items[i].cache;

		if (strcmp(cache->type, "instruction") != 0 && cache->size_bytes > 0)
			match_cache(curve, cache);
	}
}

static void analysis_find_curves(struct analysis *analysis)
{
	size_t count;
	const struct figure *figures = figures_of(&analysis->figures, MEMORY_CURVE_BENCH, &count);

	for (size_t i = 0; i < count; i++)
		add_point(analysis, &figures[i]);
	qsort(analysis->curves, analysis->curve_count, sizeof(struct curve), by_page);
	for (size_t i = 0; i < analysis->curve_count; i++) {
		struct curve *curve = &analysis->curves[i];

		qsort(curve->points, curve->point_count, sizeof(curve->points[0]), by_size);
		if (analysis->time_base != TIME_INSTRUCTIONS)
			find_plateaus(analysis->result, curve);
	}
}

static void compare_methods(struct analysis *analysis)
{
	analysis->method_point_count = methods_find(&analysis->figures, &analysis->overhead,
						    analysis->method_points);
	for (enum method method = 0; method < METHODS; method++)
		analysis->has_call_slope = methods_call_slope(analysis->method_points,
			analysis->method_point_count, &analysis->overhead, method,
			&analysis->call_slope[method]);
}

struct analysis *analysis_new_quick(const struct result *result)
{
	struct analysis *analysis = xcalloc(1, sizeof(*analysis));

	analysis->result = result;
	analysis->time_base = timing_base(result);
	analysis->ns_per_tick = timing_ns_per_tick(result);
	timing_overhead(result, &analysis->overhead);
	figures_make(result, &analysis->overhead, &analysis->figures);
	selftest_judge(&analysis->figures, &analysis->overhead, analysis->selftests);
	validity_find(result, analysis->selftests, &analysis->validity);
	analysis->valid = analysis->validity.count == 0;
	loss_find(result, &analysis->loss);
	return analysis;
}

void analysis_complete(struct analysis *analysis)
{
	analysis_find_curves(analysis);
	compare_methods(analysis);
	analysis->predicted_count = predict(&analysis->figures, analysis->predicted);
	analysis->interrupt_gap_count = interrupt_gaps_find(&analysis->figures,
							    analysis->interrupt_gaps);
	analysis->coarse_count = coarse_clock_find(analysis->result, analysis->coarse);
}

struct analysis *analysis_new(const struct result *result)
{
	struct analysis *analysis = analysis_new_quick(result);

	analysis_complete(analysis);
	return analysis;
}

void analysis_free(struct analysis *analysis)
{
	if (analysis == NULL)
		return;
	figures_free(&analysis->figures);
	loss_free(&analysis->loss);
	free(analysis);
}

bool analysis_is_good(const struct analysis *analysis)
{
	return analysis->valid && loss_is_none(&analysis->loss);
}

double analysis_ns_per_value(const struct analysis *analysis, const struct bench *bench,
			     const struct series *series)
{
	return series_is_in_ticks(bench, series) ? analysis->ns_per_tick : 0;
}

const char *analysis_tick_name(const struct analysis *analysis)
{
	return analysis->time_base == TIME_INSTRUCTIONS ? "instructions" : "ticks";
}
