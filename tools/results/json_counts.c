/* SPDX-License-Identifier: MIT */
/* Converts count records to JSON and back: raw values and derived ones. */
#include "tools/results/json_counts.h"

#include <stdlib.h>

#include "lib/wire/samples.h"
#include "tools/analysis/counts.h"
#include "tools/record/json_record.h"
#include "tools/results/json_stats.h"

#define PACKED_MAX (COUNT_VALUES_MAX * SAMPLE_BYTES_MAX)

static void json_counts_write_values(struct json_text *json, const char *key,
				     const struct wire_bytes *bytes, uint64_t n)
{
	uint64_t values[COUNT_VALUES_MAX];
	size_t count = count_record_unpack(bytes, n, values);

	json_text_numbers(json, key, values, count);
}

void json_write_counts(struct json_text *json, const char *key, const struct bench *bench)
{
	json_text_open(json, key, '[');
	for (size_t i = 0; i < bench->counts_count; i++) {
		const struct wire_count *count = &bench->counts[i].count;
		json_t *object = json_from_record(&bench->counts[i]);
		struct count_summary summary;

		counts_summarise(count, &summary);
		json_object_del(object, "bench");
		json_object_set_new(object, "point", json_from_point(count->point));
		json_text_open(json, NULL, '{');
		json_text_items(json, object);
		json_decref(object);
		json_text_bool(json, "reading_subtracted", summary.corrected);
		json_text_number(json, "below_reading", summary.saturated);
		json_write_stats(json, "events", &summary.events);
		json_write_stats(json, "reading", &summary.reading);
		json_counts_write_values(json, "overhead", &count->overhead, count->n);
		json_counts_write_values(json, "values", &count->data, count->n);
		json_text_close(json, '}');
	}
	json_text_close(json, ']');
}

/* Returns false if there are no values, or too many. */
static bool pack(struct json_scan list, uint8_t packed[PACKED_MAX], struct wire_bytes *bytes)
{
	struct json_numbers numbers = {0};
	bool good = json_to_numbers(list, &numbers) && numbers.count > 0 &&
		numbers.count <= COUNT_VALUES_MAX;

	bytes->data = packed;
	if (good)
		samples_pack(numbers.items, numbers.count, packed, PACKED_MAX, &bytes->size);
	free(numbers.items);
	return good;
}

bool json_to_count(struct json_scan *scan, uint64_t bench,
		   void (*add)(void *context, struct wire_record *record), void *context)
{
	struct json_member members[] = {{.key = "point"}, {.key = "overhead"}, {.key = "values"}};
	uint8_t overhead[PACKED_MAX], data[PACKED_MAX];
	struct wire_record record = {.kind = WIRE_count};
	struct wire_count *count = &record.count;
	char *point;
	bool good;

	if (!json_to_record(scan, &record, members, 3))
		return false;
	point = json_to_point(members[0].value);
	count->bench = bench;
	count->point = point;
	good = point != NULL && pack(members[1].value, overhead, &count->overhead) &&
		pack(members[2].value, data, &count->data);
	if (good)
		add(context, &record);
	free(point);
	return good;
}
