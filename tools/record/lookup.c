/* SPDX-License-Identifier: MIT */
/* Records that occur once, and benchmarks by name and number, of which there may be very many. */
#include "tools/record/lookup.h"

#include <stdlib.h>
#include <string.h>

/* Of one name the first in the log. */
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

bool result_index(struct result *result)
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

static const struct wire_record *only(const struct result *result, enum wire_kind kind)
{
	const struct record_list *list = &result->records[kind];

	return list->count > 0 ? &list->items[0] : NULL;
}

const struct wire_manifest *result_manifest(const struct result *result)
{
	const struct wire_record *record = only(result, WIRE_manifest);

	return record != NULL ? &record->manifest : NULL;
}

const struct wire_cpu *result_cpu(const struct result *result)
{
	const struct wire_record *record = only(result, WIRE_cpu);

	return record != NULL ? &record->cpu : NULL;
}

const struct wire_end *result_end(const struct result *result)
{
	const struct wire_record *record = only(result, WIRE_end);

	return record != NULL ? &record->end : NULL;
}

const struct wire_panic *result_panic(const struct result *result)
{
	const struct wire_record *record = only(result, WIRE_panic);

	return record != NULL ? &record->panic : NULL;
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
