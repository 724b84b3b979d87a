/* A run as JSON: first what ran where and how far it is to be believed, then the figures. */
#include <jansson.h>

#include "tools/json_counts.h"
#include "tools/json_record.h"
#include "tools/json_stats.h"
#include "tools/json_text.h"
#include "tools/results_json.h"

#define ACCOUNT_FIELD(field, summary) \
	json_object_set_new(object, #field, json_from_u64(account->field));

static json_t *from_account(const struct log_account *account)
{
	json_t *object = json_object();

	LOG_ACCOUNT(ACCOUNT_FIELD)
	return object;
}

static json_t *from_kind(const struct result *result, const struct json_kind *kind)
{
	const struct record_list *list = &result->records[kind->kind];
	json_t *array;

	if (!kind->is_list)
		return list->count > 0 ? json_from_record(&list->items[0]) : json_null();
	array = json_array();
	for (size_t i = 0; i < list->count; i++)
		json_array_append_new(array, json_from_record(&list->items[i]));
	return array;
}

static json_t *from_validity(const struct analysis *analysis)
{
	json_t *reasons = json_array();

	for (size_t i = 0; i < analysis->reason_count; i++)
		json_array_append_new(reasons, json_string(analysis->reasons[i]));
	return json_pack("{s:b, s:b, s:o}", "valid", analysis->valid, "complete",
			 result_is_complete(analysis->result), "reasons", reasons);
}

static json_t *from_selftests(const struct analysis *analysis)
{
	json_t *array = json_array();

	for (size_t i = 0; i < SELFTESTS; i++) {
		const struct selftest *test = &analysis->selftests[i];
		json_t *object = json_pack("{s:s, s:s, s:s}", "bench", test->bench, "claim",
					   test->claim, "verdict",
					   verdict_name(test->verdict));

		if (test->verdict <= VERDICT_UNEXPECTED)
			json_object_update_new(object, json_pack("{s:f, s:f, s:f, s:s}",
				"value", test->value, "low", test->low, "high", test->high,
				"unit", test->unit));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *from_overhead(const struct overhead *overhead)
{
	static const char *const names[] = {
		[OVERHEAD_KNOWN] = "subtracted",
		[OVERHEAD_MISSING] = "not subtracted: " TIMING_BENCH " is not in the run",
		[OVERHEAD_UNSTABLE] = "not subtracted: unstable",
	};
	json_t *object = json_pack("{s:s, s:f}", "state", names[overhead->state],
				   "resolution_ticks", overhead->resolution);

	if (overhead->state != OVERHEAD_MISSING)
		json_object_set_new(object, "ticks", json_from_stats(&overhead->stats));
	return object;
}

static json_t *from_set(const struct analysis *analysis, const struct bench *bench,
			const struct series *series, const struct sample_set *set)
{
	double ns_per_value = analysis_ns_per_value(analysis, bench);
	struct summary summary;
	struct stats ns;
	json_t *object;

	if (set->count == 0)
		return json_null();
	timing_summarise(bench, series, set, &analysis->overhead, &summary);
	object = json_pack("{s:I, s:b, s:I, s:o}", "n", (json_int_t)summary.ticks.n,
			   "overhead_subtracted", summary.corrected, "below_overhead",
			   (json_int_t)summary.saturated, "ticks", json_from_stats(&summary.ticks));
	if (ns_per_value > 0) {
		ns = stats_scaled(&summary.ticks, ns_per_value);
		json_object_set_new(object, "ns", json_from_stats(&ns));
	}
	return object;
}

static json_t *from_chunks(const struct series *series)
{
	const uint64_t *values[] = {series->warm.values, series->cold.values};
	json_t *array = json_array();

	for (size_t i = 0; i < series->chunk_count; i++) {
		const struct wire_samples *chunk = &series->chunks[i].samples;
		const uint64_t **next = &values[chunk->cold != 0];
		json_t *numbers = json_array();

		for (uint64_t n = 0; n < chunk->n; n++)
			json_array_append_new(numbers, json_from_u64(*(*next)++));
		json_array_append_new(array, json_pack("{s:o, s:o, s:o, s:o}",
			"cpu", json_from_u64(chunk->cpu), "cold", json_from_u64(chunk->cold),
			"first", json_from_u64(chunk->first), "values", numbers));
	}
	return array;
}

static json_t *from_disturbed(const struct series *series)
{
	json_t *array = json_array();

	for (size_t i = 0; i < series->disturbed_count; i++) {
		json_t *object = json_from_record(&series->disturbed[i]);

		json_object_del(object, "series");
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *from_series(const struct analysis *analysis, const struct bench *bench,
			   const struct series *series)
{
	const struct wire_series *info = series->info;
	json_t *object = json_object();

	json_object_set_new(object, "id", json_from_u64(info->id));
	json_object_set_new(object, "point", json_from_point(info->point));
	json_object_set_new(object, "stage", json_string(info->stage));
	json_object_set_new(object, "iterations", json_from_u64(info->iterations));
	json_object_set_new(object, "cold_iterations", json_from_u64(info->cold_iterations));
	json_object_set_new(object, "timed", json_from_u64(info->timed));
	json_object_set_new(object, "warm", from_set(analysis, bench, series, &series->warm));
	json_object_set_new(object, "cold", from_set(analysis, bench, series, &series->cold));
	json_object_set_new(object, "disturbed", from_disturbed(series));
	json_object_set_new(object, "samples", from_chunks(series));
	return object;
}

static json_t *from_bench(const struct analysis *analysis, const struct bench *bench)
{
	struct wire_record record = {.kind = WIRE_bench, .bench = *bench->info};
	json_t *object = json_from_record(&record), *series = json_array();

	json_object_set_new(object, "elapsed_us", bench->done == NULL ? json_null()
			    : json_from_u64(bench->done->elapsed_us));
	for (size_t i = 0; i < bench->series_count; i++)
		json_array_append_new(series, from_series(analysis, bench, &bench->series[i]));
	json_object_set_new(object, "series", series);
	json_object_set_new(object, "counts", json_from_counts(bench));
	return object;
}

static json_t *from_plateau(const struct analysis *analysis, const struct plateau *plateau,
			    const struct wire_cache *cache)
{
	json_t *object = json_object();

	json_object_set_new(object, "ticks", json_real(plateau->level));
	if (analysis->ns_per_tick > 0)
		json_object_set_new(object, "ns",
				    json_real(plateau->level * analysis->ns_per_tick));
	json_object_set_new(object, "begins_bytes", json_from_u64(plateau->begins_bytes));
	json_object_set_new(object, "ends_bytes", plateau->is_last ? json_null()
			    : json_from_u64(plateau->ends_bytes));
	json_object_set_new(object, "cache_level",
			    cache != NULL ? json_from_u64(cache->level) : json_null());
	return object;
}

static json_t *from_curves(const struct analysis *analysis)
{
	json_t *array = json_array();

	for (size_t i = 0; i < analysis->curve_count; i++) {
		const struct curve *curve = &analysis->curves[i];
		json_t *plateaus = json_array();

		for (size_t j = 0; j < curve->plateau_count; j++)
			json_array_append_new(plateaus, from_plateau(analysis, &curve->plateaus[j],
								     curve->caches[j]));
		json_array_append_new(array, json_pack("{s:o, s:o}", "page_bytes",
			json_from_u64(curve->page_bytes), "plateaus", plateaus));
	}
	return array;
}

/* Beside the medians by both methods stands whether they agree. */
static json_t *from_methods(const struct analysis *analysis)
{
	json_t *array = json_array();

	for (size_t i = 0; i < analysis->method_point_count; i++) {
		const struct method_point *point = &analysis->method_points[i];

		json_array_append_new(array, json_pack("{s:s, s:o, s:o, s:o, s:b}",
			"bench", point->bench->info->name,
			"point", json_from_point(point->series->info->point),
			"subtracted_ticks", json_from_stats(&point->ticks[BY_SUBTRACTION]),
			"difference_ticks", json_from_stats(&point->ticks[BY_DIFFERENCE]),
			"agree", point->agree));
	}
	return array;
}

static json_t *from_slope(const struct slope *slope)
{
	return json_pack("{s:f, s:f, s:f}", "value", slope->value, "low", slope->low,
			 "high", slope->high);
}

static json_t *from_call_slope(const struct analysis *analysis)
{
	if (!analysis->has_call_slope)
		return json_null();
	return json_pack("{s:o, s:o}", "subtracted_ticks",
			 from_slope(&analysis->call_slope[BY_SUBTRACTION]), "difference_ticks",
			 from_slope(&analysis->call_slope[BY_DIFFERENCE]));
}

static void set_figure_name(json_t *object, const struct figure_name *name)
{
	json_object_set_new(object, "bench", json_string(name->bench));
	json_object_set_new(object, "point", json_from_point(name->point));
	json_object_set_new(object, "stage", json_string(name->stage));
}

static json_t *from_terms(const struct predicted *predicted)
{
	json_t *array = json_array();

	for (size_t i = 0; i < PREDICTION_TERMS_MAX; i++) {
		const struct prediction_term *term = &predicted->model->terms[i];
		json_t *object;

		if (term->primitive.bench == NULL)
			break;
		object = json_pack("{s:f, s:b}", "count", term->count,
				   "base", term->kind == TERM_BASE);
		set_figure_name(object, &term->primitive);
		json_object_set_new(object, "ticks", predicted->missing != NULL
				    ? json_null() : json_real(predicted->values[i]));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *from_prediction(const struct predicted *predicted)
{
	bool is_known = predicted->missing == NULL;
	json_t *object = json_object();

	set_figure_name(object, &predicted->model->operation);
	json_object_set_new(object, "why", json_string(predicted->model->why));
	json_object_set_new(object, "terms", from_terms(predicted));
	json_object_set_new(object, "missing",
			    is_known ? json_null() : json_string(predicted->missing->bench));
	json_object_set_new(object, "base_ticks",
			    is_known ? json_real(predicted->base) : json_null());
	json_object_set_new(object, "predicted_ticks",
			    is_known ? json_real(predicted->predicted) : json_null());
	json_object_set_new(object, "measured_ticks", json_real(predicted->measured));
	json_object_set_new(object, "residual_ticks",
			    is_known ? json_real(predicted->residual) : json_null());
	return object;
}

static json_t *from_predictions(const struct analysis *analysis)
{
	json_t *array = json_array();

	for (size_t i = 0; i < analysis->predicted_count; i++)
		json_array_append_new(array, from_prediction(&analysis->predicted[i]));
	return array;
}

static json_t *from_coarse_estimate(const struct coarse_estimate *estimate)
{
	return json_pack("{s:o, s:o, s:f, s:f, s:f, s:f}", "operations",
			 json_from_u64(estimate->operations), "seen", json_from_u64(estimate->seen),
			 "ticks", estimate->value, "low", estimate->low, "high", estimate->high,
			 "tsc_ticks", estimate->truth);
}

static json_t *from_coarse_run(const struct coarse_run *run)
{
	json_t *object = json_object(), *errors = json_array();

	json_object_set_new(object, "point", json_from_point(run->point));
	json_object_set_new(object, "estimate", from_coarse_estimate(&run->whole));
	json_object_set_new(object, "off_half_widths", json_real(run->off));
	json_object_set_new(object, "repetitions", json_from_u64(run->repetitions));
	json_object_set_new(object, "holds", json_from_u64(run->holds));
	for (size_t i = 0; i < run->error_count; i++)
		json_array_append_new(errors, json_pack("{s:o, s:o, s:f}", "operations",
			json_from_u64(run->errors[i].operations), "runs",
			json_from_u64(run->errors[i].runs), "ticks", run->errors[i].ticks));
	json_object_set_new(object, "errors", errors);
	json_object_set_new(object, "slope", run->has_slope ? json_real(run->slope) : json_null());
	json_object_set_new(object, "verdict", json_string(coarse_verdict_name(run->verdict)));
	return object;
}

static json_t *from_coarse_runs(const struct analysis *analysis)
{
	json_t *array = json_array();

	for (size_t i = 0; i < analysis->coarse_count; i++)
		json_array_append_new(array, from_coarse_run(&analysis->coarse[i]));
	return array;
}

bool results_json_write(const struct analysis *analysis, FILE *file)
{
	const struct result *result = analysis->result;
	json_t *root = json_object(), *benches = json_array();
	bool written;

	json_object_set_new(root, "schema", json_string(RESULTS_SCHEMA));
	json_object_set_new(root, "validity", from_validity(analysis));
	json_object_set_new(root, "account", from_account(&result->account));
	for (size_t i = 0; i < JSON_KINDS; i++)
		json_object_set_new(root, json_kinds[i].key, from_kind(result, &json_kinds[i]));
	json_object_set_new(root, "timing_overhead", from_overhead(&analysis->overhead));
	json_object_set_new(root, "self_tests", from_selftests(analysis));
	json_object_set_new(root, "memory_curves", from_curves(analysis));
	json_object_set_new(root, "methods", from_methods(analysis));
	json_object_set_new(root, "cost_of_an_argument", from_call_slope(analysis));
	json_object_set_new(root, "predictions", from_predictions(analysis));
	json_object_set_new(root, "coarse_clock", from_coarse_runs(analysis));
	for (size_t i = 0; i < result->bench_count; i++)
		json_array_append_new(benches, from_bench(analysis, &result->benches[i]));
	json_object_set_new(root, "benchmarks", benches);
	written = json_text_write(root, file);
	json_decref(root);
	return written;
}
