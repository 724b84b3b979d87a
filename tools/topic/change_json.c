/* The change as JSON: how far it is to be believed, then the figures. */
#include <jansson.h>

#include "tools/base/json_text.h"
#include "tools/compare/json_compared.h"
#include "tools/record/json_record.h"
#include "tools/topic/text_change.h"

static json_t *from_side(const struct metric *metric, enum side side)
{
	const struct side_figure *figure = &metric->sides[side];
	json_t *object = json_from_figure(figure);

	if (figure->runs == 0)
		return object;
	json_object_set_new(object, "median_low", figure->has_interval ? json_real(figure->low)
			    : json_null());
	json_object_set_new(object, "median_high", figure->has_interval ? json_real(figure->high)
			    : json_null());
	return object;
}

static json_t *change_json_from_metric(const struct metric *metric)
{
	const struct judgement *judgement = &metric->judgement;
	bool is_common = metric_is_common(metric), is_ranked = is_common && !metric->is_exact;
	const struct contrast *contrast = &metric->contrast;
	json_t *object = json_pack("{s:s, s:o, s:s, s:o, s:o}", "bench", metric->bench, "point",
				   json_from_point(metric->point), "stage", metric->stage,
				   "base", from_side(metric, BASE), "new", from_side(metric, NEW));

	json_object_set_new(object, "ratio", is_common && contrast->has_ratio
			    ? json_real(contrast->ratio.value) : json_null());
	json_object_set_new(object, "p", is_ranked ? json_real(judgement->p) : json_null());
	json_object_set_new(object, "delta", is_ranked ? json_real(judgement->delta)
			    : json_null());
	json_object_set_new(object, "change", json_string(change_name(judgement->change)));
	return object;
}

static json_t *from_counts(const struct judging *judging)
{
	json_t *object = json_object();

	for (enum change change = CHANGE_UNKNOWN; change <= CHANGE_OTHER; change++)
		json_object_set_new(object, change_name(change),
				    json_integer((json_int_t)judging->changes[change]));
	return object;
}

bool change_json_write(const struct change_report *change, FILE *file)
{
	const struct comparison *comparison = change->comparison;
	json_t *root = json_object(), *metrics = json_array();
	char test[CHANGE_TEST_MAX], caution[CHANGE_TEST_MAX];
	bool written;

	json_object_set_new(root, "schema", json_string(CHANGE_SCHEMA));
	json_object_set_new(root, "forced_against", json_from_reasons(change->refused));
	json_object_set_new(root, "notes", json_from_reasons(change->notes));
	json_object_set_new(root, "test", json_string(change_test(change, test)));
	json_object_set_new(root, "caution", json_string(change_caution(change, caution)));
	json_object_set_new(root, "threshold_part", json_real(change->judging->threshold_part));
	json_object_set_new(root, "base", json_from_runs(comparison, BASE));
	json_object_set_new(root, "new", json_from_runs(comparison, NEW));
	json_object_set_new(root, "changes", from_counts(change->judging));
	for (size_t i = 0; i < comparison->metric_count; i++)
		json_array_append_new(metrics, change_json_from_metric(&comparison->metrics[i]));
	json_object_set_new(root, "metrics", metrics);
	written = json_text_write(root, file);
	json_decref(root);
	return written;
}
