/* SPDX-License-Identifier: MIT */
/* Compares the announced benchmarks with those in the log. Both are sorted, so the time is nearly
 * linear in the number of records. */
#include "tools/analysis/loss.h"

#include <err.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/sort.h"

/* Names of benchmarks, each pointing into a record. */
struct names {
	const char **items;
	size_t count, capacity;
};

/* ---- Text ---- */

static void loss_add_text(struct loss *loss, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void loss_add_text(struct loss *loss, const char *format, ...)
{
	size_t length = strlen(loss->text);
	va_list args;

	length += (size_t)snprintf(loss->text + length, LOSS_TEXT_MAX - length, "%s",
				   length == 0 ? LOSS_MARK : ", ");
	if (length >= LOSS_TEXT_MAX)
		return;
	va_start(args, format);
	vsnprintf(loss->text + length, LOSS_TEXT_MAX - length, format, args);
	va_end(args);
}

void loss_from_account(const struct log_account *account, const char *end_status, struct loss *loss)
{
	*loss = (struct loss){
		.records = log_account_missing(account),
		.records_total = log_account_all(account),
	};
	if (loss->records > 0)
		loss_add_text(loss, "%" PRIu64 " of %" PRIu64 " records lost", loss->records,
			      loss->records_total);
	if (end_status == NULL)
		loss_add_text(loss, "no end marker");
	else if (!log_end_is_complete(end_status))
		loss_add_text(loss, "the target ended with \"%.60s\"", end_status);
}

/* ---- Benchmarks in the log ---- */

static void names_add(struct names *names, const char *name)
{
	if (names->count == names->capacity) {
		names->capacity = names->capacity == 0 ? 64 : 2 * names->capacity;
		names->items = xreallocarray(names->items, names->capacity,
					     sizeof(*names->items));
	}
	names->items[names->count++] = name;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool names_contain(const struct names *names, const char *name)
{
	return names->count > 0 && bsearch(&name, names->items, names->count,
					   sizeof(*names->items), by_name) != NULL;
}

/* Sort the names and remove duplicates. */
static void names_sort(struct names *names)
{
	size_t unique = 0;

	if (names->count > 0)
		qsort(names->items, names->count, sizeof(*names->items), by_name);
	for (size_t i = 0; i < names->count; i++) {
		if (unique == 0 || strcmp(names->items[unique - 1], names->items[i]) != 0)
			names->items[unique++] = names->items[i];
	}
	names->count = unique;
}

/* The names in either list, sorted. The caller frees them. */
static struct names names_union(const struct names *a, const struct names *b)
{
	struct names all = {0};

	for (size_t i = 0; i < a->count; i++)
		names_add(&all, a->items[i]);
	for (size_t i = 0; i < b->count; i++)
		names_add(&all, b->items[i]);
	names_sort(&all);
	return all;
}

/* The field with the ID of the benchmark that a record is a result of; NULL if the kind has none.
 * A done record is no result: the target sends it even if the benchmark failed. */
static const struct wire_field *result_field(enum wire_kind kind)
{
	const struct wire_field *field = wire_schemas[kind].fields;

	while (field->name != NULL &&
	       (field->kind != WIRE_U64 || strcmp(field->name, "bench") != 0))
		field++;
	return field->name != NULL && kind != WIRE_done ? field : NULL;
}

/* The IDs of benchmarks with a result, sorted. The caller frees them. */
static uint64_t *loss_find_ids(const struct result *result, size_t *count)
{
	size_t total = 0;
	uint64_t *ids;

	for (enum wire_kind kind = 0; kind < WIRE_KINDS; kind++)
		total += result_field(kind) != NULL ? result->records[kind].count : 0;
	ids = xreallocarray(NULL, total + 1, sizeof(*ids));
	*count = 0;
	for (enum wire_kind kind = 0; kind < WIRE_KINDS; kind++) {
		const struct wire_field *field = result_field(kind);
		const struct record_list *list = &result->records[kind];

		for (size_t i = 0; field != NULL && i < list->count; i++) {
			const char *body = (const char *)&list->items[i].manifest;

			ids[(*count)++] = *(const uint64_t *)(body + field->offset);
		}
	}
	sort_numbers(ids, *count);
	return ids;
}

static int by_number(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

/* The names of benchmarks with a result, a skip or a fault. The caller frees them. */
static struct names names_with_result(const struct result *result)
{
	const struct record_list *skips = &result->records[WIRE_skip];
	const struct record_list *faults = &result->records[WIRE_fault];
	struct names names = {0};
	size_t count;
	uint64_t *ids = loss_find_ids(result, &count);

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct wire_bench *bench = result->benches[i].info;

		if (bsearch(&bench->id, ids, count, sizeof(*ids), by_number) != NULL)
			names_add(&names, bench->name);
	}
	for (size_t i = 0; i < skips->count; i++)
		names_add(&names, skips->items[i].skip.bench);
	for (size_t i = 0; i < faults->count; i++)
		names_add(&names, faults->items[i].fault.bench);
	free(ids);
	names_sort(&names);
	return names;
}

/* ---- Announced benchmarks ---- */

/* Add the names in all planned records. They point into the returned text, which the caller
 * frees. */
static char *loss_split_names(const struct record_list *planned, struct names *names)
{
	size_t length = 0, at = 0;
	char *text, *rest, *name;

	for (size_t i = 0; i < planned->count; i++)
		length += strlen(planned->items[i].planned.benches) + 1;
	text = xmalloc(length + 1);
	for (size_t i = 0; i < planned->count; i++)
		at += (size_t)sprintf(text + at, "%s,", planned->items[i].planned.benches);
	text[at] = '\0';
	for (rest = text; (name = strsep(&rest, ",")) != NULL;) {
		if (name[0] != '\0')
			names_add(names, name);
	}
	return text;
}

/* Number of announced benchmarks, from the plan record or the end marker; 0 if unknown. */
static uint64_t loss_planned_count(const struct result *result)
{
	const struct record_list *plans = &result->records[WIRE_plan];
	const struct wire_end *end = result_end(result);

	if (plans->count > 0)
		return plans->items[0].plan.benches;
	return result_is_complete(result) ? end->run + end->skipped + end->faulted : 0;
}

static void names_add_others(struct names *names, const struct names *from,
			     const struct names *known)
{
	for (size_t i = 0; i < from->count; i++) {
		if (!names_contain(known, from->items[i]))
			names_add(names, from->items[i]);
	}
}

/* A benchmark with a bench record but no result is missing too. */
static void loss_find_benches(const struct result *result, struct loss *loss)
{
	struct names there = names_with_result(result), planned = {0}, known, begun = {0},
		     missing = {0};
	uint64_t wanted = loss_planned_count(result);

	loss->names = loss_split_names(&result->records[WIRE_planned], &planned);
	names_add_others(&missing, &planned, &there);
	known = names_union(&planned, &there);
	for (size_t i = 0; i < result->bench_count; i++)
		names_add(&begun, result->benches[i].info->name);
	names_sort(&begun);
	names_add_others(&missing, &begun, &known);
	loss->benches = missing.items;
	loss->bench_count = missing.count;
	loss->unnamed = there.count + missing.count < wanted
				? wanted - there.count - missing.count : 0;
	free(begun.items);
	free(known.items);
	free(there.items);
	free(planned.items);
}

void loss_find(const struct result *result, struct loss *loss)
{
	const struct wire_end *end = result_end(result);
	uint64_t benches;

	loss_from_account(&result->account, end != NULL ? end->status : NULL, loss);
	loss_find_benches(result, loss);
	benches = loss->bench_count + loss->unnamed;
	if (benches > 0)
		loss_add_text(loss, "%" PRIu64 " benchmark%s missing", benches,
			      benches == 1 ? "" : "s");
}

void loss_free(struct loss *loss)
{
	free(loss->benches);
	free(loss->names);
	*loss = (struct loss){0};
}

bool loss_is_none(const struct loss *loss)
{
	return loss->text[0] == '\0';
}

bool loss_has_bench(const struct loss *loss, const char *name)
{
	for (size_t i = 0; i < loss->bench_count; i++) {
		if (strcmp(loss->benches[i], name) == 0)
			return true;
	}
	return false;
}

void loss_warn(const struct loss *loss, const char *path)
{
	if (!loss_is_none(loss))
		warnx("%s: %s", path, loss->text);
}
