/* SPDX-License-Identifier: MIT */
/* Writes a run as JSON: first the machine and the run's validity, then metrics. Output is written
 * directly, because a full suite has hundreds of thousands of samples. */
#include "tools/base/json_text.h"
#include "tools/record/json_record.h"
#include "tools/results/json.h"
#include "tools/results/json_counts.h"
#include "tools/results/json_derived.h"
#include "tools/results/json_identity.h"
#include "tools/results/json_stats.h"
#include "tools/results/json_traces.h"

static void json_write_kind(struct json_text *json, const struct result *result,
			    const struct json_kind *kind)
{
	const struct record_list *list = &result->records[kind->kind];

	if (kind->form == JSON_LIST_OR_NOTHING && list->count == 0)
		return;
	if (kind->form == JSON_ONE && list->count == 0) {
		json_text_null(json, kind->key);
	} else if (kind->form == JSON_ONE) {
		json_text_new(json, kind->key, json_from_record(&list->items[0]));
	} else {
		json_text_open(json, kind->key, '[');
		for (size_t i = 0; i < list->count; i++)
			json_text_new(json, NULL, json_from_record(&list->items[i]));
		json_text_close(json, ']');
	}
}

static void json_write_validity(struct json_text *json, const struct analysis *analysis)
{
	json_t *reasons = json_array(), *missing = json_array();

	for (size_t i = 0; i < analysis->loss.bench_count; i++)
		json_array_append_new(missing, json_string(analysis->loss.benches[i]));
	for (size_t i = 0; i < analysis->validity.count; i++)
		json_array_append_new(reasons, json_string(analysis->validity.reasons[i]));
	json_text_open(json, "validity", '{');
	json_text_bool(json, "valid", analysis->valid);
	json_text_bool(json, "complete", loss_is_none(&analysis->loss));
	json_text_string(json, "loss", analysis->loss.text);
	json_text_new(json, "missing", missing);
	json_text_new(json, "reasons", reasons);
	json_text_close(json, '}');
}

static void write_selftests(struct json_text *json, const struct analysis *analysis)
{
	json_text_open(json, "self_tests", '[');
	for (size_t i = 0; i < SELFTESTS; i++) {
		const struct selftest *test = &analysis->selftests[i];

		json_text_open(json, NULL, '{');
		json_text_string(json, "bench", test->bench);
		json_text_string(json, "claim", test->claim);
		json_text_string(json, "verdict", verdict_name(test->verdict));
		if (test->verdict <= VERDICT_UNEXPECTED) {
			json_text_real(json, "value", test->value);
			json_text_real(json, "low", test->low);
			json_text_real(json, "high", test->high);
			json_text_string(json, "unit", test->unit);
		}
		json_text_close(json, '}');
	}
	json_text_close(json, ']');
}

static void json_write_overhead(struct json_text *json, const struct overhead *overhead)
{
	static const char *const names[] = {
		[OVERHEAD_KNOWN] = "subtracted",
		[OVERHEAD_MISSING] = "not subtracted: " TIMING_BENCH " is not in the run",
		[OVERHEAD_UNSTABLE] = "not subtracted: unstable",
	};

	json_text_open(json, "timing_overhead", '{');
	json_text_string(json, "state", names[overhead->state]);
	json_text_real(json, "resolution_ticks", overhead->resolution);
	json_text_real(json, "clock_step_ticks", overhead->step);
	json_text_real_or_null(json, "cost_ticks", overhead->state != OVERHEAD_MISSING,
			       overhead->cost);
	if (overhead->state != OVERHEAD_MISSING)
		json_write_stats(json, "ticks", &overhead->stats);
	json_text_close(json, '}');
}

/* ---- Benchmarks ---- */

static void json_write_set(struct json_text *json, const char *key, const struct analysis *analysis,
			   const struct bench *bench, const struct series *series,
			   const struct sample_set *set)
{
	double ns_per_value = analysis_ns_per_value(analysis, bench, series);
	const struct metric *metric = metrics_at(&analysis->metrics, bench, series);
	const struct summary *summary = set == &series->warm ? &metric->warm.summary
							     : &metric->cold.summary;
	struct stats ns;

	if (set->count == 0) {
		json_text_null(json, key);
		return;
	}
	json_text_open(json, key, '{');
	json_text_number(json, "n", summary->ticks.n);
	json_text_bool(json, "overhead_subtracted", summary->corrected);
	json_text_number(json, "below_overhead", summary->saturated);
	json_write_stats(json, "ticks", &summary->ticks);
	if (ns_per_value > 0) {
		ns = stats_scaled(&summary->ticks, ns_per_value);
		json_write_stats(json, "ns", &ns);
	}
	json_text_close(json, '}');
}

static void write_chunks(struct json_text *json, const struct series *series)
{
	const uint64_t *warm = series->warm.values, *cold = series->cold.values;

	json_text_open(json, "samples", '[');
	for (size_t i = 0; i < series->chunk_count; i++) {
		const struct wire_samples *chunk = &series->chunks[i].samples;
		const uint64_t **next = chunk->cold != 0 ? &cold : &warm;

		json_text_open(json, NULL, '{');
		json_text_number(json, "cpu", chunk->cpu);
		json_text_number(json, "cold", chunk->cold);
		json_text_number(json, "first", chunk->first);
		json_text_numbers(json, "values", *next, chunk->n);
		json_text_close(json, '}');
		*next += chunk->n;
	}
	json_text_close(json, ']');
}

static void json_write_series(struct json_text *json, const struct analysis *analysis,
			      const struct bench *bench, const struct series *series)
{
	const struct wire_record record = {.kind = WIRE_series, .series = *series->info};
	json_t *object = json_from_record(&record);

	json_text_open(json, NULL, '{');
	/* All fields of the record except its owner's ID. The point is an object. */
	json_object_del(object, "bench");
	json_object_set_new(object, "point", json_from_point(series->info->point));
	json_text_items(json, object);
	json_decref(object);
	json_write_set(json, "warm", analysis, bench, series, &series->warm);
	json_write_set(json, "cold", analysis, bench, series, &series->cold);
	json_text_open(json, "disturbed", '[');
	for (size_t i = 0; i < series->disturbed_count; i++) {
		object = json_from_record(&series->disturbed[i]);
		json_object_del(object, "series");
		json_text_new(json, NULL, object);
	}
	json_text_close(json, ']');
	write_chunks(json, series);
	json_text_close(json, '}');
}

static void json_write_bench(struct json_text *json, const struct analysis *analysis,
			     const struct bench *bench)
{
	struct wire_record record = {.kind = WIRE_bench, .bench = *bench->info};
	json_t *object = json_from_record(&record);

	json_text_open(json, NULL, '{');
	json_text_items(json, object);
	json_decref(object);
	if (bench->done != NULL)
		json_text_number(json, "elapsed_us", bench->done->elapsed_us);
	else
		json_text_null(json, "elapsed_us");
	json_text_open(json, "series", '[');
	for (size_t i = 0; i < bench->series_count; i++)
		json_write_series(json, analysis, bench, &bench->series[i]);
	json_text_close(json, ']');
	json_write_counts(json, "counts", bench);
	json_text_close(json, '}');
}

void results_json_write(const struct analysis *analysis, FILE *file)
{
	const struct result *result = analysis->result;
	struct json_text json;

	json_text_begin(&json, file);
	json_text_open(&json, NULL, '{');
	json_text_string(&json, "schema", RESULTS_SCHEMA);
	json_text_new(&json, "identity", json_from_identity(analysis->identity));
	json_write_validity(&json, analysis);
	json_text_open(&json, "account", '{');
#define X(field, summary) json_text_number(&json, #field, result->account.field);
	LOG_ACCOUNT(X)
#undef X
	json_text_close(&json, '}');
	for (size_t i = 0; i < JSON_KINDS; i++)
		json_write_kind(&json, result, &json_kinds[i]);
	json_write_overhead(&json, &analysis->overhead);
	write_selftests(&json, analysis);
	json_write_derived(&json, analysis);
	json_text_open(&json, "benchmarks", '[');
	for (size_t i = 0; i < analysis->result->bench_count; i++)
		json_write_bench(&json, analysis, &analysis->result->benches[i]);
	json_text_close(&json, ']');
	json_write_traces(&json, "traces", result);
	json_text_close(&json, '}');
	json_text_end(&json);
}
