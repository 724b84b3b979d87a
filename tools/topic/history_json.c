/* The history as JSON: the runs in their order, then every figure of each. */
#include <jansson.h>

#include "tools/base/json_text.h"
#include "tools/topic/text_history.h"
#include "tools/compare/json_compared.h"
#include "tools/record/json_record.h"

static json_t *from_run(const struct compared_run *run)
{
	const struct wire_manifest *manifest = result_manifest(run->result);

	return json_pack("{s:s, s:s}", "path", run->path, "build",
			 manifest != NULL ? manifest->build : "");
}

static json_t *from_changes(const struct past *past)
{
	json_t *array = json_array();

	for (size_t i = 0; i < past->change_count; i++) {
		const struct change_point *change = &past->changes[i];

		json_array_append_new(array, json_pack("{s:I, s:f, s:f, s:f}", "run",
			(json_int_t)past->runs[change->first], "before", change->before,
			"after", change->after, "p", change->p));
	}
	return array;
}

/* One value a run, null where it lacks the figure. */
static json_t *from_medians(const struct past *past, size_t run_count)
{
	json_t *array = json_array();

	for (size_t run = 0, next = 0; run < run_count; run++) {
		bool has_it = next < past->count && past->runs[next] == run;

		json_array_append_new(array, has_it ? json_real(past->values[next]) : json_null());
		next += has_it;
	}
	return array;
}

static json_t *from_past(const struct past *past, size_t run_count)
{
	const struct metric *metric = past->metric;

	return json_pack("{s:s, s:o, s:s, s:s, s:o, s:f, s:o}", "bench", metric->bench, "point",
			 json_from_point(metric->point), "stage", metric->stage,
			 "unit", metric->sides[BASE].unit, "medians",
			 from_medians(past, run_count), "trend_part_a_run", past->slope_part,
			 "changes", from_changes(past));
}

bool history_json_write(const struct history *history, FILE *file)
{
	const struct compared_runs *runs = &history->comparison->sides[BASE];
	json_t *root = json_object(), *run_array = json_array(), *metrics = json_array();
	bool written;

	for (size_t i = 0; i < runs->count; i++)
		json_array_append_new(run_array, from_run(&runs->items[i]));
	for (size_t i = 0; i < history->count; i++)
		json_array_append_new(metrics, from_past(&history->pasts[i], runs->count));
	json_object_set_new(root, "schema", json_string(HISTORY_SCHEMA));
	json_object_set_new(root, "forced_against", json_from_reasons(history->refused));
	json_object_set_new(root, "level", json_real(history->level));
	json_object_set_new(root, "runs", run_array);
	json_object_set_new(root, "metrics", metrics);
	written = json_text_write(root, file);
	json_decref(root);
	return written;
}
