/* SPDX-License-Identifier: MIT */
/* Derives values from several benchmarks for results.json. */
#include "tools/results/json_derived.h"

#include "tools/record/json_record.h"
#include "tools/results/json_stats.h"

static void json_write_plateau(struct json_text *json, const struct analysis *analysis,
			       const struct plateau *plateau, const struct wire_cache *cache)
{
	json_text_open(json, NULL, '{');
	json_text_real(json, "ticks", plateau->level);
	if (analysis->ns_per_tick > 0)
		json_text_real(json, "ns", plateau->level * analysis->ns_per_tick);
	json_text_real_or_null(json, "ticks_low", plateau->has_interval, plateau->level_low);
	json_text_real_or_null(json, "ticks_high", plateau->has_interval, plateau->level_high);
	json_text_number(json, "begins_bytes", plateau->begins_bytes);
	if (plateau->is_last)
		json_text_null(json, "ends_bytes");
	else
		json_text_number(json, "ends_bytes", plateau->ends_bytes);
	if (plateau->has_interval && !plateau->is_last) {
		json_text_number(json, "ends_low", plateau->ends_low);
		json_text_number(json, "ends_high", plateau->ends_high);
	}
	if (cache != NULL)
		json_text_number(json, "cache_level", cache->level);
	else
		json_text_null(json, "cache_level");
	json_text_close(json, '}');
}

static void write_curves(struct json_text *json, const struct analysis *analysis)
{
	json_text_open(json, "memory_curves", '[');
	for (size_t i = 0; i < analysis->curve_count; i++) {
		const struct curve *curve = &analysis->curves[i];

		json_text_open(json, NULL, '{');
		json_text_number(json, "page_bytes", curve->page_bytes);
		json_text_open(json, "plateaus", '[');
		for (size_t j = 0; j < curve->plateau_count; j++)
			json_write_plateau(json, analysis, &curve->plateaus[j], curve->caches[j]);
		json_text_close(json, ']');
		json_text_close(json, '}');
	}
	json_text_close(json, ']');
}

/* The medians of both methods, and their comparison. */
static void write_methods(struct json_text *json, const struct analysis *analysis)
{
	json_text_open(json, "methods", '[');
	for (size_t i = 0; i < analysis->method_point_count; i++) {
		const struct method_point *point = &analysis->method_points[i];

		json_text_open(json, NULL, '{');
		json_text_string(json, "bench", point->bench->info->name);
		json_text_new(json, "point", json_from_point(point->series->info->point));
		json_write_stats(json, "subtracted_ticks", &point->ticks[BY_SUBTRACTION]);
		json_write_stats(json, "difference_ticks", &point->ticks[BY_DIFFERENCE]);
		json_text_string(json, "verdict", method_verdict_name[point->verdict]);
		json_text_close(json, '}');
	}
	json_text_close(json, ']');
}

static void json_write_slope(struct json_text *json, const char *key, const struct slope *slope)
{
	json_text_open(json, key, '{');
	json_text_real(json, "value", slope->value);
	json_text_real(json, "low", slope->low);
	json_text_real(json, "high", slope->high);
	json_text_close(json, '}');
}

static void write_call_slope(struct json_text *json, const struct analysis *analysis)
{
	static const char key[] = "cost_of_an_argument";

	if (!analysis->has_call_slope) {
		json_text_null(json, key);
		return;
	}
	json_text_open(json, key, '{');
	json_write_slope(json, "subtracted_ticks", &analysis->call_slope[BY_SUBTRACTION]);
	json_write_slope(json, "difference_ticks", &analysis->call_slope[BY_DIFFERENCE]);
	json_text_close(json, '}');
}

static void write_metric_name(struct json_text *json, const struct metric_name *name)
{
	json_text_string(json, "bench", name->bench);
	json_text_new(json, "point", json_from_point(name->point));
	json_text_string(json, "stage", name->stage);
}

static void write_terms(struct json_text *json, const struct predicted *predicted)
{
	json_text_open(json, "terms", '[');
	for (size_t i = 0; i < PREDICTION_TERMS_MAX; i++) {
		const struct prediction_term *term = &predicted->model->terms[i];

		if (term->primitive.bench == NULL)
			break;
		json_text_open(json, NULL, '{');
		json_text_real(json, "count", term->count);
		json_text_bool(json, "base", term->kind == TERM_BASE);
		write_metric_name(json, &term->primitive);
		json_text_real_or_null(json, "ticks", predicted->missing == NULL,
				       predicted->values[i]);
		json_text_close(json, '}');
	}
	json_text_close(json, ']');
}

static void json_write_prediction(struct json_text *json, const struct predicted *predicted)
{
	bool is_known = predicted->missing == NULL;

	json_text_open(json, NULL, '{');
	write_metric_name(json, &predicted->model->operation);
	json_text_string(json, "why", predicted->model->why);
	write_terms(json, predicted);
	if (is_known)
		json_text_null(json, "missing");
	else
		json_text_string(json, "missing", predicted->missing->bench);
	json_text_real_or_null(json, "base_ticks", is_known, predicted->base);
	json_text_real_or_null(json, "predicted_ticks", is_known, predicted->predicted);
	json_text_real(json, "measured_ticks", predicted->measured);
	json_text_real_or_null(json, "residual_ticks", is_known, predicted->residual);
	json_text_close(json, '}');
}

static void write_coarse_runs(struct json_text *json, const struct analysis *analysis)
{
	json_text_open(json, "coarse_clock", '[');
	for (size_t i = 0; i < analysis->coarse_count; i++) {
		const struct coarse_run *run = &analysis->coarse[i];
		const struct coarse_estimate *estimate = &run->whole;

		json_text_open(json, NULL, '{');
		json_text_new(json, "point", json_from_point(run->point));
		json_text_open(json, "estimate", '{');
		json_text_number(json, "operations", estimate->operations);
		json_text_number(json, "seen", estimate->seen);
		json_text_real(json, "ticks", estimate->value);
		json_text_real(json, "low", estimate->low);
		json_text_real(json, "high", estimate->high);
		json_text_real(json, "tsc_ticks", estimate->truth);
		json_text_close(json, '}');
		json_text_real(json, "off_half_widths", run->off_half_widths);
		json_text_real_or_null(json, "p", run->method != COARSE_LOOP, run->p);
		json_text_number(json, "repetitions", run->repetitions);
		json_text_number(json, "covered", run->covered);
		json_text_open(json, "errors", '[');
		for (size_t j = 0; j < run->error_count; j++) {
			json_text_open(json, NULL, '{');
			json_text_number(json, "operations", run->errors[j].operations);
			json_text_number(json, "runs", run->errors[j].runs);
			json_text_real(json, "ticks", run->errors[j].ticks);
			json_text_close(json, '}');
		}
		json_text_close(json, ']');
		json_text_real_or_null(json, "slope", run->has_slope, run->slope);
		json_text_string(json, "verdict", coarse_verdict_name(run->verdict));
		json_text_close(json, '}');
	}
	json_text_close(json, ']');
}

void json_write_derived(struct json_text *json, const struct analysis *analysis)
{
	write_curves(json, analysis);
	write_methods(json, analysis);
	write_call_slope(json, analysis);
	json_text_open(json, "predictions", '[');
	for (size_t i = 0; i < analysis->predicted_count; i++)
		json_write_prediction(json, &analysis->predicted[i]);
	json_text_close(json, ']');
	write_coarse_runs(json, analysis);
}
