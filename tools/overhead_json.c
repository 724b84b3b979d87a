/* The comparison as JSON: how far it is to be believed, then the figures. */
#include <jansson.h>

#include "tools/json_record.h"
#include "tools/json_text.h"
#include "tools/report_overhead.h"

static json_t *from_reasons(const struct reasons *reasons)
{
	json_t *array = json_array();

	for (size_t i = 0; i < reasons->count; i++)
		json_array_append_new(array, json_string(reasons->texts[i]));
	return array;
}

static json_t *from_record(const struct result *result, enum wire_kind kind)
{
	const struct record_list *list = &result->records[kind];

	return list->count > 0 ? json_from_record(&list->items[0]) : json_null();
}

static json_t *from_runs(const struct comparison *comparison, enum side side)
{
	const struct compared_runs *runs = &comparison->sides[side];
	json_t *repeats = json_null();

	if (compare_is_exact(comparison) && runs->count > 1)
		repeats = json_boolean(compare_count_differing(comparison, side) == 0);
	return json_pack("{s:I, s:o, s:o, s:o}", "runs", (json_int_t)runs->count,
			 "repeats_exactly", repeats,
			 "manifest", from_record(runs->items[0].result, WIRE_manifest),
			 "cpu", from_record(runs->items[0].result, WIRE_cpu));
}

static json_t *from_figure(const struct figure *figure)
{
	if (figure->runs == 0)
		return json_pack("{s:s}", "missing", figure->why_missing);
	return json_pack("{s:s, s:f, s:f, s:f, s:I, s:I, s:b}", "unit", figure->unit,
			 "median", figure->median, "min", figure->min, "max", figure->max,
			 "runs", (json_int_t)figure->runs, "samples", (json_int_t)figure->samples,
			 "repeats", figure->repeats);
}

/* Exact values have no interval. */
static json_t *from_estimate(const struct estimate *estimate, bool is_exact)
{
	if (is_exact)
		return json_pack("{s:f, s:n, s:n}", "value", estimate->value, "low", "high");
	return json_pack("{s:f, s:f, s:f}", "value", estimate->value, "low", estimate->low,
			 "high", estimate->high);
}

static json_t *from_metric(const struct metric *metric)
{
	const struct contrast *contrast = &metric->contrast;
	bool is_common = metric_is_common(metric);
	const struct bench *hosted = metric->sides[LINUX].bench;
	json_t *object = json_pack("{s:s, s:o, s:s, s:s, s:o, s:o}", "bench", metric->bench,
		"point", json_from_point(metric->point), "stage", metric->stage,
		"differs", hosted != NULL ? hosted->info->differs : "",
		"metal", from_figure(&metric->sides[METAL]),
		"linux", from_figure(&metric->sides[LINUX]));

	json_object_set_new(object, "difference", is_common
			    ? from_estimate(&contrast->difference, metric->is_exact) : json_null());
	json_object_set_new(object, "ratio", is_common && contrast->has_ratio
			    ? from_estimate(&contrast->ratio, metric->is_exact) : json_null());
	return object;
}

bool overhead_json_write(const struct overhead_report *overhead, FILE *file)
{
	const struct comparison *comparison = overhead->comparison;
	json_t *root = json_object(), *metrics = json_array();
	bool written;

	json_object_set_new(root, "schema", json_string(OVERHEAD_SCHEMA));
	json_object_set_new(root, "forced_against", from_reasons(overhead->refused));
	json_object_set_new(root, "notes", from_reasons(overhead->notes));
	json_object_set_new(root, "metal", from_runs(comparison, METAL));
	json_object_set_new(root, "linux", from_runs(comparison, LINUX));
	for (size_t i = 0; i < comparison->metric_count; i++)
		json_array_append_new(metrics, from_metric(&comparison->metrics[i]));
	json_object_set_new(root, "metrics", metrics);
	written = json_text_write(root, file);
	json_decref(root);
	return written;
}
