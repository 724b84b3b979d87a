/* Records are as results.json has them. */
#include "tools/compare/json_compared.h"

#include "tools/record/json_record.h"

json_t *json_from_reasons(const struct reasons *reasons)
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

json_t *json_from_runs(const struct comparison *comparison, enum side side)
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

json_t *json_from_figure(const struct side_figure *figure)
{
	if (figure->runs == 0)
		return json_pack("{s:s}", "missing", figure->why_missing);
	return json_pack("{s:s, s:f, s:f, s:f, s:I, s:I, s:b}", "unit", figure->unit,
			 "median", figure->median, "min", figure->min, "max", figure->max,
			 "runs", (json_int_t)figure->runs, "samples", (json_int_t)figure->samples,
			 "repeats", figure->repeats);
}
