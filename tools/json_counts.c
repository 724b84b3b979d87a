/* The two directions of a count record, raw values and what follows from them. */
#include "tools/json_counts.h"

#include <stdlib.h>

#include "lib/samples.h"
#include "tools/counts.h"
#include "tools/json_record.h"
#include "tools/json_stats.h"

#define PACKED_MAX (COUNT_VALUES_MAX * SAMPLE_BYTES_MAX)

static json_t *from_values(const struct wire_bytes *bytes, uint64_t n)
{
	uint64_t values[COUNT_VALUES_MAX];
	size_t count = counts_unpack(bytes, n, values);
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, json_from_u64(values[i]));
	return array;
}

static json_t *from_count(const struct wire_record *record)
{
	const struct wire_count *count = &record->count;
	json_t *object = json_from_record(record);
	struct count_summary summary;

	counts_summarise(count, &summary);
	json_object_del(object, "bench");
	json_object_set_new(object, "point", json_from_point(count->point));
	json_object_set_new(object, "reading_subtracted", json_boolean(summary.corrected));
	json_object_set_new(object, "below_reading", json_integer((json_int_t)summary.saturated));
	json_object_set_new(object, "events", json_from_stats(&summary.events));
	json_object_set_new(object, "reading", json_from_stats(&summary.reading));
	json_object_set_new(object, "overhead", from_values(&count->overhead, count->n));
	json_object_set_new(object, "values", from_values(&count->data, count->n));
	return object;
}

json_t *json_from_counts(const struct bench *bench)
{
	json_t *array = json_array();

	for (size_t i = 0; i < bench->counts_count; i++)
		json_array_append_new(array, from_count(&bench->counts[i]));
	return array;
}

/* Returns false if there are no values, or too many. */
static bool pack(const json_t *array, uint8_t packed[PACKED_MAX], struct wire_bytes *bytes)
{
	uint64_t values[COUNT_VALUES_MAX];
	size_t count = json_array_size(array);

	if (count == 0 || count > COUNT_VALUES_MAX)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!json_to_u64(json_array_get(array, i), &values[i]))
			return false;
	}
	bytes->data = packed;
	return samples_pack(values, count, packed, PACKED_MAX, &bytes->size) == count;
}

/* All fields but the point, which is an object here and a text in the record. */
static bool read_plain(const json_t *object, struct wire_record *record)
{
	json_t *rest = json_copy((json_t *)object);
	bool good;

	json_object_del(rest, "point");
	good = json_to_record(rest, record);
	json_decref(rest);
	return good;
}

bool json_to_count(const json_t *object, uint64_t bench,
		   void (*add)(void *context, struct wire_record *record), void *context)
{
	uint8_t overhead[PACKED_MAX], data[PACKED_MAX];
	char *point = json_to_point(json_object_get(object, "point"));
	struct wire_record record = {.kind = WIRE_count};
	bool good = point != NULL && read_plain(object, &record);

	record.count.bench = bench;
	record.count.point = point;
	good = good && pack(json_object_get(object, "overhead"), overhead, &record.count.overhead) &&
	       pack(json_object_get(object, "values"), data, &record.count.data);
	if (good)
		add(context, &record);
	free(point);
	return good;
}
