/* SPDX-License-Identifier: MIT */
/* Records are collected first and linked at the end. Sorting by ID and sequence number handles
 * lost, late and repeated records alike, and arrays no longer move when pointers are taken. */
#include "tools/record/result.h"

#include <stdlib.h>
#include <string.h>

#include "lib/wire/samples.h"
#include "tools/base/alloc.h"
#include "tools/base/utf8.h"
#include "tools/record/count_record.h"

struct result *result_new(void)
{
	struct result *result = xcalloc(1, sizeof(*result));

	arena_init(&result->arena, RESULT_MEMORY_MAX);
	return result;
}

void result_free(struct result *result)
{
	if (result == NULL)
		return;
	arena_free(&result->arena);
	free(result);
}

/* ---- Collecting ---- */

static bool copy_field(struct arena *arena, const struct wire_field *field, void *value)
{
	if (field->kind == WIRE_STR) {
		const char **text = value, *source = *text != NULL ? *text : "";
		char *copy = arena_copy(arena, source, strlen(source) + 1);

		if (copy == NULL)
			return false;
		utf8_make_printable(copy);
		*text = copy;
	} else if (field->kind == WIRE_BYTES) {
		struct wire_bytes *bytes = value;

		bytes->data = arena_copy(arena, bytes->data, bytes->size);
		return bytes->data != NULL;
	}
	return true;
}

static bool result_make_room(struct arena *arena, struct record_list *list)
{
	size_t capacity = list->capacity == 0 ? 4 : 2 * list->capacity;
	struct wire_record *items;

	if (list->count < list->capacity)
		return true;
	items = arena_alloc(arena, capacity * sizeof(*items));
	if (items == NULL)
		return false;
	if (list->count > 0)
		memcpy(items, list->items, list->count * sizeof(*items));
	list->items = items;
	list->capacity = capacity;
	return true;
}

static bool record_result_add(struct result *result, const struct wire_record *record)
{
	const struct wire_field *field = wire_schemas[record->kind].fields;
	struct record_list *list = &result->records[record->kind];
	struct wire_record copy = *record;

	for (; field->name != NULL; field++) {
		if (!copy_field(&result->arena, field, (char *)&copy.manifest + field->offset))
			return false;
	}
	if (!result_make_room(&result->arena, list))
		return false;
	list->items[list->count++] = copy;
	return true;
}

void result_add(struct result *result, const struct wire_record *record)
{
	if (record->kind != WIRE_flow_trace && !record_result_add(result, record))
		result->account.over_limit++;
}

/* ---- Joining ---- */

/* Sort keys, as offsets in a record's body; the first is the ID by which records are looked up.
 * Records with equal keys are sorted by sequence number. */
#define KEY(kind, field) offsetof(struct wire_##kind, field)

struct order {
	size_t keys[3], count;
};

static const struct order by_seq = {.count = 0};
static const struct order by_bench_id = {{KEY(bench, id)}, 1};
static const struct order by_series_id = {{KEY(series, id)}, 1};
static const struct order by_series_bench = {{KEY(series, bench)}, 1};
static const struct order by_done_bench = {{KEY(done, bench)}, 1};
static const struct order by_count_bench = {{KEY(count, bench)}, 1};
static const struct order by_sample_place = {
	{KEY(samples, series), KEY(samples, cold), KEY(samples, first)}, 3,
};
static const struct order by_message_place = {
	{KEY(message_events, log), KEY(message_events, first)}, 2,
};
static const struct order by_pass_place = {{KEY(idle_passes, idle), KEY(idle_passes, first)}, 2};
static const struct order by_event_place = {{KEY(idle_events, idle), KEY(idle_events, first)}, 2};
static const struct order by_disturbed_place = {{KEY(disturbed, series), KEY(disturbed, index)}, 2};

static uint64_t key_of(const struct wire_record *record, size_t key)
{
	return *(const uint64_t *)((const char *)&record->manifest + key);
}

static int result_compare(const void *a, const void *b, void *context)
{
	const struct wire_record *left = a, *right = b;
	const struct order *order = context;

	for (size_t i = 0; i < order->count; i++) {
		uint64_t left_key = key_of(left, order->keys[i]);
		uint64_t right_key = key_of(right, order->keys[i]);

		if (left_key != right_key)
			return left_key < right_key ? -1 : 1;
	}
	return (left->seq > right->seq) - (left->seq < right->seq);
}

static bool is_sorted(const struct record_list *list, const struct order *order)
{
	for (size_t i = 1; i < list->count; i++) {
		if (result_compare(&list->items[i - 1], &list->items[i], (void *)order) > 0)
			return false;
	}
	return true;
}

/* Records usually arrive sorted. */
static void result_sort(struct record_list *list, const struct order *order)
{
	if (!is_sorted(list, order))
		qsort_r(list->items, list->count, sizeof(*list->items), result_compare,
			(void *)order);
}

/* The records with this ID, in a list that is sorted by ID. */
static struct record_list with_id(const struct record_list *list, const struct order *order,
				  uint64_t id)
{
	struct record_list found = {0};
	size_t low = 0, high = list->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (key_of(&list->items[middle], order->keys[0]) < id)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == list->count)
		return found;
	found.items = list->items + low;
	while (low + found.count < list->count &&
	       key_of(&found.items[found.count], order->keys[0]) == id)
		found.count++;
	return found;
}

/* Drop all but the first record of each ID, in a list that is sorted by ID. */
static void drop_same_ids(struct result *result, struct record_list *list,
			  const struct order *order)
{
	size_t remaining = 0, id = order->keys[0];

	for (size_t i = 0; i < list->count; i++) {
		if (remaining > 0 &&
		    key_of(&list->items[i], id) == key_of(&list->items[remaining - 1], id))
			result->account.malformed++;
		else
			list->items[remaining++] = list->items[i];
	}
	list->count = remaining;
}

/* Records that each have a part of an array. */
static const struct parts {
	enum wire_kind kind;
	const struct order *place;      /* its last key is the index of the part's first value */
	size_t n, data;                 /* offsets: the number of values, the first array */
} parts[] = {
	{WIRE_samples, &by_sample_place, KEY(samples, n), KEY(samples, data)},
	{WIRE_message_events, &by_message_place, KEY(message_events, n),
	 KEY(message_events, times)},
	{WIRE_idle_passes, &by_pass_place, KEY(idle_passes, n), KEY(idle_passes, before)},
	{WIRE_idle_events, &by_event_place, KEY(idle_events, n), KEY(idle_events, at)},
};

static bool is_of_one_array(const struct wire_record *a, const struct wire_record *b,
			    const struct order *place)
{
	for (size_t i = 0; i + 1 < place->count; i++) {
		if (key_of(a, place->keys[i]) != key_of(b, place->keys[i]))
			return false;
	}
	return true;
}

/* Index after a part's last value. A value has at least one byte, whatever n says. */
static uint64_t part_end(const struct wire_record *record, const struct parts *kind)
{
	const struct wire_bytes *data =
		(const void *)((const char *)&record->manifest + kind->data);
	uint64_t first = key_of(record, kind->place->keys[kind->place->count - 1]);
	uint64_t n = key_of(record, kind->n), count = n < data->size ? n : data->size;

	return first > UINT64_MAX - count ? UINT64_MAX : first + count;
}

/* Drop parts that repeat or contradict an earlier one. Sorts the list by place. */
static void drop_overlapping_parts(struct result *result, const struct parts *kind)
{
	struct record_list *list = &result->records[kind->kind];
	size_t remaining = 0, first = kind->place->keys[kind->place->count - 1];
	uint64_t end = 0;

	result_sort(list, kind->place);
	for (size_t i = 0; i < list->count; i++) {
		const struct wire_record *record = &list->items[i];

		if (remaining == 0 ||
		    !is_of_one_array(record, &list->items[remaining - 1], kind->place))
			end = 0;
		if (key_of(record, first) < end) {
			result->account.malformed++;
			continue;
		}
		end = part_end(record, kind);
		list->items[remaining++] = *record;
	}
	list->count = remaining;
}

/* Upper bound of the number of values in a samples record. */
static size_t capacity_for(const struct wire_samples *samples)
{
	return samples->n < samples->data.size ? samples->n : samples->data.size;
}

/* Unpack a samples record. Returns the number of values; 0 if that number differs from the record's
 * n. */
static size_t result_unpack(struct result *result, struct wire_samples *samples, uint64_t *values)
{
	long count = samples_unpack(samples->data.data, samples->data.size, values,
				    capacity_for(samples));

	if (count < 0 || (uint64_t)count != samples->n) {
		result->account.malformed++;
		samples->n = 0;
		return 0;
	}
	return (size_t)count;
}

/* Unpack the samples of a series. The chunks are sorted, warm ones first. */
static void attach_samples(struct result *result, struct series *series, struct record_list *chunks)
{
	size_t capacity = 0;
	uint64_t *values;

	for (size_t i = 0; i < chunks->count; i++)
		capacity += capacity_for(&chunks->items[i].samples);
	values = arena_alloc(&result->arena, capacity * sizeof(*values));
	if (values == NULL) {
		result->account.over_limit += chunks->count;
		return;
	}
	series->chunks = chunks->items;
	series->chunk_count = chunks->count;
	series->warm.values = values;
	for (size_t i = 0; i < chunks->count; i++) {
		struct wire_samples *samples = &chunks->items[i].samples;
		struct sample_set *set = samples->cold != 0 ? &series->cold : &series->warm;
		size_t count = result_unpack(result, samples, values);

		if (set->count == 0)
			set->values = values;
		set->count += count;
		values += count;
	}
}

/* Returns the number of records linked to the series. */
static size_t link_series(struct result *result, struct series *series,
			  const struct wire_record *record)
{
	uint64_t id = record->series.id;
	struct record_list samples = with_id(&result->records[WIRE_samples], &by_sample_place, id);
	struct record_list disturbed = with_id(&result->records[WIRE_disturbed],
					       &by_disturbed_place, id);

	series->info = &record->series;
	attach_samples(result, series, &samples);
	series->disturbed = disturbed.items;
	series->disturbed_count = disturbed.count;
	return samples.count + disturbed.count;
}

static size_t link_bench(struct result *result, struct bench *bench,
			 const struct wire_record *record)
{
	uint64_t id = record->bench.id;
	struct record_list series = with_id(&result->records[WIRE_series], &by_series_bench, id);
	struct record_list done = with_id(&result->records[WIRE_done], &by_done_bench, id);
	struct record_list counts = with_id(&result->records[WIRE_count], &by_count_bench, id);
	size_t linked = series.count + done.count + counts.count;

	bench->counts = counts.items;
	bench->counts_count = counts.count;
	bench->info = &record->bench;
	bench->done = done.count > 0 ? &done.items[0].done : NULL;
	bench->series = arena_alloc(&result->arena, series.count * sizeof(*bench->series));
	if (bench->series == NULL) {
		result->account.over_limit += series.count;
		return linked;
	}
	bench->series_count = series.count;
	for (size_t i = 0; i < series.count; i++)
		linked += link_series(result, &bench->series[i], &series.items[i]);
	return linked;
}

static void sort_records(struct result *result)
{
	struct record_list *records = result->records;
	struct record_list *list;
	size_t remaining = 0;

	for (int kind = 0; kind < WIRE_KINDS; kind++)
		result_sort(&records[kind], &by_seq);
	result_sort(&records[WIRE_bench], &by_bench_id);
	drop_same_ids(result, &records[WIRE_bench], &by_bench_id);
	result_sort(&records[WIRE_bench], &by_seq);
	result_sort(&records[WIRE_series], &by_series_id);
	drop_same_ids(result, &records[WIRE_series], &by_series_id);
	result_sort(&records[WIRE_series], &by_series_bench);
	result_sort(&records[WIRE_done], &by_done_bench);
	list = &records[WIRE_count];
	for (size_t i = 0; i < list->count; i++) {
		if (count_record_is_whole(&list->items[i].count))
			list->items[remaining++] = list->items[i];
		else
			result->account.malformed++;
	}
	list->count = remaining;
	result_sort(&records[WIRE_count], &by_count_bench);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		drop_overlapping_parts(result, &parts[i]);
		if (parts[i].kind != WIRE_samples)
			result_sort(&records[parts[i].kind], &by_seq);
	}
	result_sort(&records[WIRE_disturbed], &by_disturbed_place);
}

/* Orders benchmarks by name. If several have the same name, the first in the log comes first. */
static int bench_by_name(const void *a, const void *b)
{
	const struct bench *left = *(const struct bench *const *)a;
	const struct bench *right = *(const struct bench *const *)b;
	int order = strcmp(left->info->name, right->info->name);

	return order != 0 ? order : (left > right) - (left < right);
}

static int bench_by_id(const void *a, const void *b)
{
	const struct bench *left = *(const struct bench *const *)a;
	const struct bench *right = *(const struct bench *const *)b;

	return (left->info->id > right->info->id) - (left->info->id < right->info->id);
}

/* Sort the linked benchmarks by name and by ID. Returns false at the memory limit. */
static bool result_index(struct result *result)
{
	size_t count = result->bench_count;

	result->by_name = arena_alloc(&result->arena, count * sizeof(*result->by_name));
	result->by_id = arena_alloc(&result->arena, count * sizeof(*result->by_id));
	if (result->by_name == NULL || result->by_id == NULL)
		return false;
	for (size_t i = 0; i < count; i++)
		result->by_name[i] = result->by_id[i] = &result->benches[i];
	if (count > 0) {
		qsort(result->by_name, count, sizeof(*result->by_name), bench_by_name);
		qsort(result->by_id, count, sizeof(*result->by_id), bench_by_id);
	}
	return true;
}

void result_link(struct result *result, const struct log_account *account)
{
	struct record_list *records = result->records;
	struct record_list *benches = &records[WIRE_bench];
	size_t linked = 0, total;

	sort_records(result);
	total = records[WIRE_series].count + records[WIRE_done].count +
		records[WIRE_samples].count + records[WIRE_disturbed].count +
		records[WIRE_count].count;
	result->benches = arena_alloc(&result->arena, benches->count * sizeof(*result->benches));
	result->bench_count = result->benches != NULL ? benches->count : 0;
	for (size_t i = 0; i < result->bench_count; i++)
		linked += link_bench(result, &result->benches[i], &benches->items[i]);
	if (!result_index(result)) {
		result->account.over_limit += result->bench_count;
		result->bench_count = 0;
	}
#define X(field, summary) result->account.field += account->field;
	LOG_ACCOUNT(X)
#undef X
	result->account.unattached += total - linked;
}

/* ---- Lookup ---- */

static const struct wire_record *first_record(const struct result *result, enum wire_kind kind)
{
	const struct record_list *list = &result->records[kind];

	return list->count > 0 ? &list->items[0] : NULL;
}

const struct wire_manifest *result_manifest(const struct result *result)
{
	const struct wire_record *record = first_record(result, WIRE_manifest);

	return record != NULL ? &record->manifest : NULL;
}

const struct wire_cpu *result_cpu(const struct result *result)
{
	const struct wire_record *record = first_record(result, WIRE_cpu);

	return record != NULL ? &record->cpu : NULL;
}

const struct wire_end *result_end(const struct result *result)
{
	const struct wire_record *record = first_record(result, WIRE_end);

	return record != NULL ? &record->end : NULL;
}

const struct wire_panic *result_panic(const struct result *result)
{
	const struct wire_record *record = first_record(result, WIRE_panic);

	return record != NULL ? &record->panic : NULL;
}

bool result_compares_state(const char *item)
{
	return strcmp(item, "tsc_adjust") != 0 && strcmp(item, "temperature") != 0;
}

bool result_is_of_own_kernel(const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);

	return manifest != NULL && manifest_is_of_own_kernel(manifest);
}

/* Only the programs of this project have suites. */
bool manifest_is_of_own_kernel(const struct wire_manifest *manifest)
{
	return manifest->os[0] != '\0' && manifest->suite[0] == '\0' &&
	       strcmp(manifest->host, HOST_LINUX) != 0;
}

bool result_is_of_process(const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);

	return manifest != NULL && (strcmp(manifest->host, HOST_LINUX) == 0 ||
				    strcmp(manifest->host, HOST_OTHER_OS) == 0);
}

const char *result_os(const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);

	if (manifest == NULL)
		return "";
	return manifest->os[0] == '\0' && strcmp(manifest->host, HOST_LINUX) == 0 ? OS_LINUX
										 : manifest->os;
}

const char *result_arch(const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);

	if (manifest == NULL)
		return "";
	return manifest->arch[0] != '\0' ? manifest->arch : "x86_64";
}

bool result_is_empty(const struct result *result)
{
	return result->account.records == 0 && result_manifest(result) == NULL &&
		result->bench_count == 0;
}

bool result_is_complete(const struct result *result)
{
	const struct wire_end *end = result_end(result);

	return end != NULL && log_end_is_complete(end->status);
}

const struct bench *result_bench(const struct result *result, const char *name)
{
	size_t low = 0, high = result->bench_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(result->by_name[middle]->info->name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < result->bench_count && strcmp(result->by_name[low]->info->name, name) == 0
		       ? result->by_name[low] : NULL;
}

const char *series_unit(const struct bench *bench, const struct series *series)
{
	const char *own = series->info->unit;

	return own[0] != '\0' ? own : bench->info->unit;
}

bool series_is_in_ticks(const struct bench *bench, const struct series *series)
{
	return strcmp(series_unit(bench, series), TICKS_UNIT) == 0;
}

/* In place of a benchmark's name, the name of an event that cannot be counted begins with this
 * prefix. */
#define EVENT_PREFIX "pmc."

/* A benchmark that a fault ended was not skipped. */
static bool has_begun_a_point(const struct result *result, const char *name)
{
	const struct record_list *faults = &result->records[WIRE_fault];
	const struct bench *bench = result_bench(result, name);

	for (size_t i = 0; i < faults->count; i++) {
		if (strcmp(faults->items[i].fault.bench, name) == 0)
			return true;
	}
	return bench != NULL && bench->series_count > 0;
}

struct skipped_counts result_skipped(const struct result *result)
{
	const struct record_list *skips = &result->records[WIRE_skip];
	struct skipped_counts counts = {0};

	for (size_t i = 0; i < skips->count; i++) {
		const char *name = skips->items[i].skip.bench;

		if (strncmp(name, EVENT_PREFIX, strlen(EVENT_PREFIX)) == 0)
			counts.events++;
		else if (has_begun_a_point(result, name))
			counts.points++;
		else if (i == 0 || strcmp(name, skips->items[i - 1].skip.bench) != 0)
			counts.benchmarks++;
	}
	return counts;
}

const char *result_bench_name(const struct result *result, uint64_t id)
{
	const struct wire_bench wanted = {.id = id};
	const struct bench key = {.info = &wanted}, *searched = &key;
	const struct bench **found = NULL;

	if (result->bench_count > 0)
		found = bsearch(&searched, result->by_id, result->bench_count,
				sizeof(*result->by_id), bench_by_id);
	return found != NULL ? (*found)->info->name : "";
}
