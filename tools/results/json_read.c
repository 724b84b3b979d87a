/* SPDX-License-Identifier: MIT */
/* Converts a results.json to records, which are then processed as those of a log. Derived values in
 * the file are ignored and computed again. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wire/samples.h"
#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/record/json_record.h"
#include "tools/results/json.h"
#include "tools/results/json_counts.h"
#include "tools/results/json_traces.h"

#define RESULTS_BYTES_MAX (128u << 20)

struct reader {
	struct result *result;
	uint64_t seq;                   /* records keep their order in the file */
	struct json_numbers numbers;    /* current samples */
	const char *wrong_at;           /* first invalid place in the file; NULL: none */
};

/* Reads an item of a list. owner is the ID of the list's owner. */
typedef bool read_item(struct reader *reader, struct json_scan *scan, uint64_t owner);

static void json_read_add(void *context, struct wire_record *record)
{
	struct reader *reader = context;

	record->seq = reader->seq++;
	result_add(reader->result, record);
}

static bool refuse(struct reader *reader, const struct json_scan *scan)
{
	if (reader->wrong_at == NULL)
		reader->wrong_at = scan->at;
	return false;
}

/* An optional list. */
static bool read_list(struct reader *reader, struct json_scan list, read_item *read, uint64_t owner)
{
	if (list.at == NULL)
		return true;
	if (!json_scan_enter(&list, '['))
		return refuse(reader, &list);
	while (json_scan_item(&list)) {
		if (!read(reader, &list, owner))
			return refuse(reader, &list);
	}
	return !list.is_wrong || refuse(reader, &list);
}

/* ---- Benchmarks ---- */

static bool read_chunk(struct reader *reader, struct json_scan *scan, uint64_t series)
{
	struct wire_record record = {.kind = WIRE_samples};
	struct json_member values = {.key = "values"};
	size_t capacity, size;
	uint8_t *packed;

	if (!json_to_record(scan, &record, &values, 1) ||
	    !json_to_numbers(values.value, &reader->numbers))
		return false;
	capacity = (reader->numbers.count + 1) * SAMPLE_BYTES_MAX;
	packed = xmalloc(capacity);
	samples_pack(reader->numbers.items, reader->numbers.count, packed, capacity, &size);
	record.samples.series = series;
	record.samples.n = reader->numbers.count;
	record.samples.data = (struct wire_bytes){packed, size};
	json_read_add(reader, &record);
	free(packed);
	return true;
}

static bool read_disturbed(struct reader *reader, struct json_scan *scan, uint64_t series)
{
	struct wire_record record = {.kind = WIRE_disturbed};

	if (!json_to_record(scan, &record, NULL, 0))
		return false;
	record.disturbed.series = series;
	json_read_add(reader, &record);
	return true;
}

/* The point is an object in the file and a text in the record. */
static bool read_series(struct reader *reader, struct json_scan *scan, uint64_t bench)
{
	struct json_member members[] = {{.key = "point"}, {.key = "samples"}, {.key = "disturbed"}};
	struct wire_record record = {.kind = WIRE_series};
	char *point;

	if (!json_to_record(scan, &record, members, 3))
		return false;
	point = json_to_point(members[0].value);
	if (point == NULL)
		return false;
	record.series.bench = bench;
	record.series.point = point;
	json_read_add(reader, &record);
	free(point);
	return read_list(reader, members[1].value, read_chunk, record.series.id) &&
		read_list(reader, members[2].value, read_disturbed, record.series.id);
}

static bool read_count(struct reader *reader, struct json_scan *scan, uint64_t bench)
{
	return json_to_count(scan, bench, json_read_add, reader);
}

static bool read_bench(struct reader *reader, struct json_scan *scan, uint64_t owner)
{
	struct json_member members[] = {
		{.key = "id"}, {.key = "elapsed_us"}, {.key = "series"}, {.key = "counts"},
	};
	struct wire_record record = {.kind = WIRE_bench}, done = {.kind = WIRE_done};
	uint64_t id;

	(void)owner;
	if (!json_to_record(scan, &record, members, 4) || members[0].value.at == NULL ||
	    !json_scan_u64(&members[0].value, &id))
		return false;
	record.bench.id = done.done.bench = id;
	json_read_add(reader, &record);
	if (members[1].value.at != NULL &&
	    json_scan_u64(&members[1].value, &done.done.elapsed_us))
		json_read_add(reader, &done);
	return read_list(reader, members[2].value, read_series, id) &&
		read_list(reader, members[3].value, read_count, id);
}

/* ---- Whole file ---- */

static bool read_record(struct reader *reader, struct json_scan *scan, uint64_t kind)
{
	struct wire_record record = {.kind = (enum wire_kind)kind};

	if (!json_to_record(scan, &record, NULL, 0))
		return false;
	json_read_add(reader, &record);
	return true;
}

static bool read_kind(struct reader *reader, struct json_scan value, const struct json_kind *kind)
{
	if (kind->form != JSON_ONE)
		return read_list(reader, value, read_record, kind->kind);
	return value.at == NULL || json_scan_peek(&value) == 'n' ||
		read_record(reader, &value, kind->kind) || refuse(reader, &value);
}

/* Unknown kinds are of a later version and are ignored. */
static bool read_traces(struct reader *reader, struct json_scan scan)
{
	const char *key;

	if (scan.at == NULL)
		return true;
	if (!json_scan_enter(&scan, '{'))
		return refuse(reader, &scan);
	while ((key = json_scan_key(&scan)) != NULL) {
		struct json_scan list = scan;
		enum wire_kind kind;

		if (!json_scan_skip(&scan))
			return refuse(reader, &scan);
		if (json_trace_kind(key, &kind) && !read_list(reader, list, read_record, kind))
			return false;
	}
	return !scan.is_wrong || refuse(reader, &scan);
}

static bool read_account(struct reader *reader, struct json_scan scan, struct log_account *account)
{
	const char *key;

	if (scan.at == NULL)
		return true;
	if (!json_scan_enter(&scan, '{'))
		return refuse(reader, &scan);
	while ((key = json_scan_key(&scan)) != NULL) {
		uint64_t *number = NULL;

#define X(field, summary) if (strcmp(key, #field) == 0) number = &account->field;
		LOG_ACCOUNT(X)
#undef X
		if (!(number != NULL ? json_scan_u64(&scan, number) : json_scan_skip(&scan)))
			return refuse(reader, &scan);
	}
	return !scan.is_wrong || refuse(reader, &scan);
}

static bool has_schema(struct json_scan *value)
{
	const char *schema = value->at != NULL ? json_scan_string(value) : NULL;

	return schema != NULL && strcmp(schema, RESULTS_SCHEMA) == 0;
}

/* The line number of a place. */
static size_t line_of(const char *text, const char *place)
{
	size_t line = 1;

	for (; text < place; text++)
		line += *text == '\n';
	return line;
}

enum {SCHEMA, ACCOUNT, TRACES, BENCHMARKS, KINDS};

/* Find the members of the file. If it is not a results file, prints the cause and returns false. */
static bool find_members(char *text, size_t size, struct json_member members[KINDS + JSON_KINDS],
			 const char *path)
{
	struct json_scan scan = json_scan_begin(text);
	bool is_object;

	members[SCHEMA] = (struct json_member){.key = "schema"};
	members[ACCOUNT] = (struct json_member){.key = "account"};
	members[TRACES] = (struct json_member){.key = "traces"};
	members[BENCHMARKS] = (struct json_member){.key = "benchmarks"};
	for (size_t i = 0; i < JSON_KINDS; i++)
		members[KINDS + i] = (struct json_member){.key = json_kinds[i].key};
	is_object = json_to_record(&scan, NULL, members, KINDS + JSON_KINDS);
	json_scan_peek(&scan);
	if (scan.at == text + size && !is_object)
		warnx("%s: truncated JSON file", path);
	else if (!is_object || scan.at != text + size)
		warnx("%s:%zu: no JSON", path, line_of(text, scan.at));
	else if (!has_schema(&members[SCHEMA].value))
		warnx("%s: not a results file with \"schema\": \"" RESULTS_SCHEMA "\"", path);
	else
		return true;
	return false;
}

static bool read_members(struct reader *reader, struct json_member members[KINDS + JSON_KINDS],
			 struct log_account *account)
{
	for (size_t i = 0; i < JSON_KINDS; i++) {
		if (!read_kind(reader, members[KINDS + i].value, &json_kinds[i]))
			return false;
	}
	return read_list(reader, members[BENCHMARKS].value, read_bench, 0) &&
		read_traces(reader, members[TRACES].value) &&
		read_account(reader, members[ACCOUNT].value, account);
}

static struct result *read_text(char *text, size_t size, const char *path)
{
	struct json_member members[KINDS + JSON_KINDS];
	struct log_account account = {0};
	struct reader reader = {0};
	bool good;

	if (!find_members(text, size, members, path))
		return NULL;
	reader.result = result_new();
	good = read_members(&reader, members, &account);
	free(reader.numbers.items);
	if (good) {
		result_link(reader.result, &account);
		return reader.result;
	}
	warnx("%s:%zu: violates schema " RESULTS_SCHEMA, path,
	      line_of(text, reader.wrong_at));
	result_free(reader.result);
	return NULL;
}

struct result *results_json_read(FILE *file, const char *path)
{
	size_t size;
	char *text = file_read(file, path, RESULTS_BYTES_MAX, "run's results", &size);
	struct result *result = text != NULL ? read_text(text, size, path) : NULL;

	free(text);
	return result;
}
