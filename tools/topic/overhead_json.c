/* The comparison as JSON: how far it is to be believed, then the figures. */
#include <jansson.h>

#include "tools/base/json_text.h"
#include "tools/compare/json_compared.h"
#include "tools/record/json_record.h"
#include "tools/topic/text_overhead.h"

/* Exact values have no interval. */
static json_t *from_estimate(const struct estimate *estimate, bool is_exact)
{
	if (is_exact)
		return json_pack("{s:f, s:n, s:n}", "value", estimate->value, "low", "high");
	return json_pack("{s:f, s:f, s:f}", "value", estimate->value, "low", estimate->low,
			 "high", estimate->high);
}

static json_t *overhead_json_from_metric(const struct metric *metric)
{
	const struct contrast *contrast = &metric->contrast;
	bool is_common = metric_is_common(metric);
	const struct figure *hosted = metric->sides[LINUX].first;
	json_t *object = json_pack("{s:s, s:o, s:s, s:s, s:o, s:o}", "bench", metric->bench,
				   "point", json_from_point(metric->point), "stage", metric->stage,
				   "differs", hosted != NULL ? hosted->bench->info->differs : "",
				   "metal", json_from_figure(&metric->sides[METAL]), "linux",
				   json_from_figure(&metric->sides[LINUX]));

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
	json_object_set_new(root, "forced_against", json_from_reasons(overhead->refused));
	json_object_set_new(root, "notes", json_from_reasons(overhead->notes));
	json_object_set_new(root, "metal", json_from_runs(comparison, METAL));
	json_object_set_new(root, "linux", json_from_runs(comparison, LINUX));
	for (size_t i = 0; i < comparison->metric_count; i++)
		json_array_append_new(metrics, overhead_json_from_metric(&comparison->metrics[i]));
	json_object_set_new(root, "metrics", metrics);
	written = json_text_write(root, file);
	json_decref(root);
	return written;
}
