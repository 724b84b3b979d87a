/* SPDX-License-Identifier: MIT */
/* End of the report: skipped and missing metrics, and warnings. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/topic/topic.h"

/* ---- Skipped ---- */

static int compare_reasons(const struct wire_skip *a, const struct wire_skip *b)
{
	int order = strcmp(a->missing, b->missing);

	return order != 0 ? order : strcmp(a->detail, b->detail);
}

/* Orders skips by reason, then by the order of the records. */
static int by_reason(const void *a, const void *b)
{
	const struct wire_record *left = *(const struct wire_record *const *)a;
	const struct wire_record *right = *(const struct wire_record *const *)b;
	int order = compare_reasons(&left->skip, &right->skip);

	return order != 0 ? order : (left->seq > right->seq) - (left->seq < right->seq);
}

/* The benchmarks of skips, without duplicates, in the order of the records. */
static const char *list_benches(struct topic *topic, const struct wire_record *const *skips,
				size_t count)
{
	const char *list = skips[0]->skip.bench;

	for (size_t i = 1; i < count; i++) {
		if (strcmp(skips[i]->skip.bench, skips[i - 1]->skip.bench) != 0)
			list = tables_join(topic->tables, list, ", ", skips[i]->skip.bench);
	}
	return list;
}

static void skipped_add_skipped(struct topic *topic)
{
	const struct record_list *list = &topic->analysis->result->records[WIRE_skip];
	const struct wire_record **skips = tables_allocate(topic->tables, list->count,
							   sizeof(*skips));
	struct table *table = table_begin_facts(topic->tables, KNOW_SECTION, "skipped",
						"Skipped, by missing requirement");
	size_t same;

	for (size_t i = 0; i < list->count; i++)
		skips[i] = &list->items[i];
	qsort(skips, list->count, sizeof(*skips), by_reason);
	for (size_t i = 0; i < list->count; i += same) {
		const struct wire_skip *first = &skips[i]->skip;
		const char *label = "", *more = "";

		for (same = 1; i + same < list->count; same++) {
			if (compare_reasons(first, &skips[i + same]->skip) != 0)
				break;
		}
		/* The effect of a reason: skipped points of one benchmark, or skipped
		 * benchmarks. */
		if (strcmp(first->bench, skips[i + same - 1]->skip.bench) == 0) {
			label = topic_point(topic, first->point);
			if (same > 1)
				more = tables_text(topic->tables, ", and %zu more point%s",
						   same - 1, same > 2 ? "s" : "");
		}
		table_fact(table, first->missing, "%s%s%s%s: %s",
			   list_benches(topic, &skips[i], same), label[0] != '\0' ? ", " : "",
			   label, more, first->detail);
	}
}

/* ---- Missing ---- */

static void skipped_add_missing_row(struct table *table, const char *what, const char *why)
{
	table_row(table)->is_bad = true;
	cell_verdict(table_at(table, "verdict"), TABLE_BAD, "missing");
	cell_string(table_at(table, "what"), what);
	cell_string(table_at(table, "why"), why);
}

/* A row for each missing benchmark, which JUnit exports as a failure, and one for the log. */
static void skipped_add_missing(struct topic *topic)
{
	static const struct column columns[] = {
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
		{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"why", COLUMN_TEXT, 0, NULL, NULL},
	};
	const struct loss *loss = &topic->analysis->loss;
	struct table *table = table_begin(topic->tables, KNOW_SECTION, "missing", "Missing",
					  columns, COUNT(columns));

	table->flags = TABLE_WHOLE;
	if (!loss_is_none(loss))
		skipped_add_missing_row(table, "the log", loss->text);
	for (size_t i = 0; i < loss->bench_count; i++)
		skipped_add_missing_row(table, tables_text(topic->tables, "%s", loss->benches[i]),
					"no result and no reason for skipping it");
}

/* ---- Aborted ---- */

static void add_text(struct table *table, const char *text)
{
	if (text[0] != '\0')
		table_fact(table, "", "%s", text);
}

static void skipped_add_faults(struct topic *topic)
{
	const struct result *result = topic->analysis->result;
	const struct record_list *faults = &result->records[WIRE_fault];
	const struct wire_panic *panic = result_panic(result);
	struct table *table = table_begin_facts(topic->tables, KNOW_SECTION, "aborted", "Aborted");

	for (size_t i = 0; i < faults->count; i++) {
		const struct wire_fault *fault = &faults->items[i].fault;
		const char *label = topic_point(topic, fault->point);

		table_fact(table, fault->kind, "%s%s%s: %s", fault->bench,
			   label[0] != '\0' ? ", " : "", label, fault->detail)
			->is_bad = true;
		if (strcmp(fault->kind, "error") != 0)
			table_fact(table, "",
				   "vector %" PRIu64 ", error %#" PRIx64 ", rip %#" PRIx64
				   ", cr2 %#" PRIx64 ", on CPU %" PRIu64,
				   fault->vector, fault->error, fault->rip, fault->cr2, fault->cpu);
		add_text(table, fault->registers);
		add_text(table, fault->backtrace);
	}
	if (panic == NULL)
		return;
	table_fact(table, "panic", "%s", panic->reason)->is_bad = true;
	add_text(table, panic->registers);
	add_text(table, panic->backtrace);
}

/* ---- Warnings, disturbed samples, records ---- */

static void skipped_add_warnings(struct topic *topic)
{
	const struct record_list *warnings = &topic->analysis->result->records[WIRE_warning];
	struct table *table =
		table_begin_facts(topic->tables, KNOW_SECTION, "warnings", "Warnings");

	for (size_t i = 0; i < warnings->count; i++)
		table_fact(table, warnings->items[i].warning.source, "%s",
			   warnings->items[i].warning.text)
			->is_notable = true;
}

/* Number of samples of a benchmark that a cause disturbed. *all is the number of all samples. */
static size_t disturbed_by(const struct bench *bench, const char *cause, size_t *all)
{
	size_t count = 0;

	*all = 0;
	for (size_t i = 0; i < bench->series_count; i++) {
		const struct series *series = &bench->series[i];

		*all += series->warm.count;
		for (size_t j = 0; j < series->disturbed_count; j++)
			count += strcmp(series->disturbed[j].disturbed.cause, cause) == 0;
	}
	return count;
}

static void skipped_add_disturbed(struct topic *topic)
{
	static const char *const causes[] = {"smi", "interrupt", "switch", "page_fault"};
	const struct result *result = topic->analysis->result;
	struct table *table = table_begin_facts(topic->tables, KNOW_SECTION, "disturbed",
						"Disturbed samples");

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < COUNT(causes); j++) {
			size_t all, count = disturbed_by(bench, causes[j], &all);

			if (count > 0)
				table_fact(table, causes[j], "%s: %zu of %zu samples",
					   bench->info->name, count, all);
		}
	}
}

static void skipped_add_account(struct topic *topic)
{
	const struct log_account *account = &topic->analysis->result->account;
	struct table *table = table_begin_facts(topic->tables, KNOW_SECTION, "records", "Records");

#define X(field, summary) \
	if (account->field > 0) \
		table_fact(table, tables_text(topic->tables, "%10" PRIu64, account->field), "%s", \
			   summary);
	LOG_ACCOUNT(X)
#undef X
}

void topic_skipped(struct topic *topic)
{
	skipped_add_missing(topic);
	skipped_add_skipped(topic);
	skipped_add_faults(topic);
	skipped_add_warnings(topic);
	skipped_add_disturbed(topic);
	skipped_add_account(topic);
}
