/* SPDX-License-Identifier: MIT */
/* Memory curves, and calls of the other modules. */
#include "tools/analysis/analysis.h"

#include <err.h>
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

bool analysis_is_curve_point(const struct metric *metric, uint64_t *page_bytes,
			     uint64_t *size_bytes)
{
	const struct metric_parameter *order = metric_find_parameter(metric, "order");

	return metric_has_samples(metric) && metric_is_local(metric) &&
	       metric_parameter_number(metric, "page_bytes", page_bytes) &&
	       metric_parameter_number(metric, "size_bytes", size_bytes) &&
	       (order == NULL || strcmp(order->value, "random") == 0);
}

static void add_point(struct analysis *analysis, const struct metric *metric)
{
	struct curve *curve;
	uint64_t page_bytes, size_bytes;

	if (!analysis_is_curve_point(metric, &page_bytes, &size_bytes))
		return;
	curve = curve_for(analysis, page_bytes);
	if (curve == NULL || curve->point_count == PLATEAU_POINTS_MAX)
		return;
	curve->points[curve->point_count++] = (struct curve_point){
		.size_bytes = size_bytes,
		.value = metric->warm.summary.ticks.median,
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

static void match_cache(struct curve *curve, const struct wire_cache *cache)
{
	double least = log(2);
	size_t nearest = PLATEAUS_MAX;

	for (size_t i = 0; i < curve->plateau_count; i++) {
		double distance = fabs(
			log((double)cache->size_bytes / (double)curve->plateaus[i].ends_bytes));

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
	const struct metric *metrics = metrics_of(&analysis->metrics, MEMORY_CURVE_BENCH, &count);

	for (size_t i = 0; i < count; i++)
		add_point(analysis, &metrics[i]);
	qsort(analysis->curves, analysis->curve_count, sizeof(struct curve), by_page);
	for (size_t i = 0; i < analysis->curve_count; i++) {
		struct curve *curve = &analysis->curves[i];

		qsort(curve->points, curve->point_count, sizeof(curve->points[0]), by_size);
		if (analysis->time_base != TIME_INSTRUCTIONS)
			find_plateaus(analysis->result, curve);
	}
}

struct analysis *analysis_new_quick(const struct result *result)
{
	struct analysis *analysis = xcalloc(1, sizeof(*analysis));

	analysis->result = result;
	analysis->time_base = timing_base(result);
	analysis->ns_per_tick = timing_ns_per_tick(result);
	timing_overhead(result, &analysis->overhead);
	metrics_make(result, &analysis->overhead, &analysis->metrics);
	selftest_judge(&analysis->metrics, &analysis->overhead, analysis->selftests);
	validity_find(result, analysis->selftests, &analysis->validity);
	validity_add_recount(&analysis->metrics, &analysis->overhead, &analysis->validity);
	analysis->valid = analysis->validity.count == 0;
	loss_find(result, &analysis->loss);
	analysis->verdict = run_verdict(&(struct run_facts){
		.is_invalid = !analysis->valid,
		.is_incomplete = !loss_is_none(&analysis->loss),
		.aborted = analysis_aborted(analysis),
		.is_of_other_kernel = result_is_of_own_kernel(result),
		.is_tested = selftest_is_judged(analysis->selftests),
		.time_base = analysis->time_base,
	});
	analysis->identity = identity_new(result);
	return analysis;
}

void analysis_complete(struct analysis *analysis)
{
	analysis_find_curves(analysis);
	analysis->method_point_count = methods_find(&analysis->metrics, &analysis->overhead,
						    analysis->method_points);
	for (enum method method = 0; method < METHODS; method++)
		analysis->has_call_slope = methods_call_slope(analysis->method_points,
			analysis->method_point_count, &analysis->overhead, method,
			&analysis->call_slope[method]);
	analysis->predicted_count = predict(&analysis->metrics, analysis->predicted);
	analysis->interrupt_gap_count = interrupt_gaps_find(&analysis->metrics,
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
	metrics_free(&analysis->metrics);
	loss_free(&analysis->loss);
	identity_free(analysis->identity);
	free(analysis);
}

void analysis_warn(const struct analysis *analysis, const char *path)
{
	const char *no_clock = timing_no_clock(analysis->result);

	loss_warn(&analysis->loss, path);
	if (no_clock != NULL)
		warnx("%s: %s", path, no_clock);
}

bool analysis_is_good(const struct analysis *analysis)
{
	return !run_verdict_is_bad(analysis->verdict);
}

size_t analysis_aborted(const struct analysis *analysis)
{
	return analysis->result->records[WIRE_fault].count;
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
