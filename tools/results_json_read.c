/* A results.json taken apart into the records it came from, which are then joined as those of a log
 * are. What is derived in the file is not read: it is worked out anew. */
#include <err.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "lib/samples.h"
#include "tools/json_counts.h"
#include "tools/json_record.h"
#include "tools/results_json.h"

struct reader {
	struct result *result;
	uint64_t seq;           /* records keep the order they have in the file */
};

static void add(void *context, struct wire_record *record)
{
	struct reader *reader = context;

	record->seq = reader->seq++;
	result_add(reader->result, record);
}

static bool read_record(struct reader *reader, const json_t *object, enum wire_kind kind)
{
	struct wire_record record = {.kind = kind};

	if (!json_to_record(object, &record))
		return false;
	add(reader, &record);
	return true;
}

static bool read_kind(struct reader *reader, const json_t *value, const struct json_kind *kind)
{
	const json_t *item;
	size_t i;

	if (!kind->is_list)
		return value == NULL || json_is_null(value) ||
			read_record(reader, value, kind->kind);
	json_array_foreach((json_t *)value, i, item) {
		if (!read_record(reader, item, kind->kind))
			return false;
	}
	return true;
}

static bool read_values(const json_t *array, uint64_t *values)
{
	const json_t *item;
	size_t i;

	json_array_foreach((json_t *)array, i, item) {
		if (!json_to_u64(item, &values[i]))
			return false;
	}
	return true;
}

static bool read_chunk(struct reader *reader, const json_t *chunk, uint64_t series_id)
{
	const json_t *array = json_object_get(chunk, "values");
	size_t count = json_array_size(array), size;
	uint64_t *values = calloc(count + 1, sizeof(*values));
	uint8_t *packed = malloc((count + 1) * SAMPLE_BYTES_MAX);
	struct wire_record record = {.kind = WIRE_samples};
	bool good;

	if (values == NULL || packed == NULL)
		err(2, "out of memory");
	good = json_to_record(chunk, &record) && read_values(array, values);
	if (good) {
		samples_pack(values, count, packed, (count + 1) * SAMPLE_BYTES_MAX, &size);
		record.samples.series = series_id;
		record.samples.n = count;
		record.samples.data = (struct wire_bytes){packed, size};
		add(reader, &record);
	}
	free(packed);
	free(values);
	return good;
}

static bool read_disturbed(struct reader *reader, const json_t *object, uint64_t series_id)
{
	struct wire_record record = {.kind = WIRE_disturbed};

	if (!json_to_record(object, &record))
		return false;
	record.disturbed.series = series_id;
	add(reader, &record);
	return true;
}

/* The fields of a series but its point, which is an object here and a text in the record. */
static bool read_series_record(struct reader *reader, const json_t *object, uint64_t bench,
			       uint64_t *id)
{
	struct wire_record record = {.kind = WIRE_series};
	char *point = json_to_point(json_object_get(object, "point"));
	json_t *rest = json_copy((json_t *)object);
	bool good;

	json_object_del(rest, "point");
	good = point != NULL && json_to_record(rest, &record);
	if (good) {
		record.series.bench = bench;
		record.series.point = point;
		*id = record.series.id;
		add(reader, &record);
	}
	json_decref(rest);
	free(point);
	return good;
}

static bool read_series(struct reader *reader, const json_t *object, uint64_t bench)
{
	const json_t *item;
	uint64_t id;
	size_t i;

	if (!read_series_record(reader, object, bench, &id))
		return false;
	json_array_foreach(json_object_get(object, "samples"), i, item) {
		if (!read_chunk(reader, item, id))
			return false;
	}
	json_array_foreach(json_object_get(object, "disturbed"), i, item) {
		if (!read_disturbed(reader, item, id))
			return false;
	}
	return true;
}

static bool read_bench(struct reader *reader, const json_t *object)
{
	struct wire_record done = {.kind = WIRE_done};
	const json_t *item;
	uint64_t id;
	size_t i;

	if (!json_to_u64(json_object_get(object, "id"), &id) ||
	    !read_record(reader, object, WIRE_bench))
		return false;
	if (json_to_u64(json_object_get(object, "elapsed_us"), &done.done.elapsed_us)) {
		done.done.bench = id;
		add(reader, &done);
	}
	json_array_foreach(json_object_get(object, "series"), i, item) {
		if (!read_series(reader, item, id))
			return false;
	}
	json_array_foreach(json_object_get(object, "counts"), i, item) {
		if (!json_to_count(item, id, add, reader))
			return false;
	}
	return true;
}

static bool read_records(struct reader *reader, const json_t *root)
{
	const json_t *item;
	size_t i;

	for (i = 0; i < JSON_KINDS; i++) {
		if (!read_kind(reader, json_object_get(root, json_kinds[i].key), &json_kinds[i])) {
			warnx("\"%s\" is not what " RESULTS_SCHEMA " has there", json_kinds[i].key);
			return false;
		}
	}
	json_array_foreach(json_object_get(root, "benchmarks"), i, item) {
		if (!read_bench(reader, item)) {
			warnx("benchmark %zu is not what " RESULTS_SCHEMA " has there", i);
			return false;
		}
	}
	return true;
}

static void read_account(const json_t *object, struct log_account *account)
{
#define X(field, summary) json_to_u64(json_object_get(object, #field), &account->field);
	LOG_ACCOUNT(X)
#undef X
}

static bool has_schema(const json_t *root)
{
	const char *schema = json_string_value(json_object_get(root, "schema"));

	return schema != NULL && strcmp(schema, RESULTS_SCHEMA) == 0;
}

struct result *results_json_read(FILE *file, const char *path)
{
	struct log_account account = {0};
	struct reader reader = {0};
	json_error_t error;
	json_t *root = json_loadf(file, 0, &error);

	if (root == NULL) {
		warnx("%s:%d: %s", path, error.line, error.text);
		return NULL;
	}
	reader.result = result_new();
	if (!has_schema(root) || !read_records(&reader, root)) {
		warnx("%s: not a results file with \"schema\": \"" RESULTS_SCHEMA "\"", path);
		result_free(reader.result);
		reader.result = NULL;
	} else {
		read_account(json_object_get(root, "account"), &account);
		result_link(reader.result, &account);
	}
	json_decref(root);
	return reader.result;
}
