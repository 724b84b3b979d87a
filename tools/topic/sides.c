/* SPDX-License-Identifier: MIT */
/* The kind of comparison names the sides. Everything else is the same for all kinds. */
#include "tools/topic/sides.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/ticks.h"
#include "lib/wire/wire.h"
#include "tools/analysis/name_index.h"
#include "tools/analysis/timing.h"
#include "tools/base/alloc.h"

/* ---- Title ---- */

/* The first incomplete run, and the number of incomplete runs. */
static const struct compared_run *sides_find_incomplete(const struct comparison *comparison,
							size_t *count)
{
	const struct compared_run *first = NULL;

	*count = 0;
	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];

		for (size_t i = 0; i < runs->count; i++) {
			if (!loss_is_none(&runs->items[i].analysis->loss) && (*count)++ == 0)
				first = &runs->items[i];
		}
	}
	return first;
}

static const char *sides_no_clock(const struct comparison *comparison)
{
	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];

		for (size_t i = 0; i < runs->count; i++) {
			const char *no_clock = timing_no_clock(runs->items[i].result);

			if (no_clock != NULL)
				return no_clock;
		}
	}
	return NULL;
}

void sides_complete_title(struct tables *tables, const struct comparison *comparison)
{
	size_t count;
	const struct compared_run *first = sides_find_incomplete(comparison, &count);
	const char *no_clock = sides_no_clock(comparison);

	if (count == 1)
		tables->title = tables_text(tables, "%s; %s: %s", tables->title, first->path,
					    first->analysis->loss.text);
	else if (count > 1)
		tables->title = tables_text(tables, "%s; %s: %s, and %zu more runs", tables->title,
					    first->path, first->analysis->loss.text, count - 1);
	if (no_clock != NULL)
		tables->title = tables_text(tables, "%s; %s", tables->title, no_clock);
}

const char *sides_loss(struct tables *tables, const struct comparison *comparison)
{
	size_t count;
	const struct compared_run *first = sides_find_incomplete(comparison, &count);
	const char *no_clock = sides_no_clock(comparison), *text = "";

	if (count > 0)
		text = tables_text(tables, "%s (%s%s); ", first->analysis->loss.text, first->path,
				   count > 1 ? tables_text(tables, ", and %zu more runs", count - 1)
					     : "");
	return no_clock == NULL ? text : tables_text(tables, "%s%s; ", text, no_clock);
}

/* ---- Names ---- */

const char *sides_named(struct tables *tables, const struct comparison *comparison,
			const char *text)
{
	const char *at = strstr(text, OS_LINUX);

	if (at == NULL || !comparison_has_other_os(comparison))
		return text;
	return tables_text(tables, "%.*s%s%s", (int)(at - text), text,
			   side_name(comparison, LINUX),
			   sides_named(tables, comparison, at + strlen(OS_LINUX)));
}

struct column *sides_columns(struct tables *tables, const struct comparison *comparison,
			     const struct column *columns, size_t count)
{
	struct column *named = tables_allocate(tables, count, sizeof(*named));

	for (size_t i = 0; i < count; i++) {
		named[i] = columns[i];
		if (named[i].head != NULL)
			named[i].head = sides_named(tables, comparison, named[i].head);
	}
	return named;
}

/* ---- Checks ---- */

void sides_check_machine(struct tables *tables, const struct reasons *refused)
{
	if (refused->count > 0)
		tables_add_check(tables, TABLE_BAD, "about", "Not comparable, but forced",
				 refused->texts[0]);
	else
		tables_add_check(tables, TABLE_GOOD, NULL, "Same machine", "");
}

void sides_check_time(struct tables *tables, enum time_base base)
{
	if (base == TIME_EMULATED)
		tables_add_check(tables, TABLE_UNKNOWN, NULL, "Emulated time",
				 "of the emulator on its host, not of the machine");
}

void sides_check_repeats(struct tables *tables, size_t differing, size_t runs, const char *of)
{
	if (differing > 0)
		tables_add_check(tables, TABLE_BAD, "about",
				 tables_text(tables, "%zu metric%s differ%s between runs",
					     differing, differing == 1 ? "" : "s",
					     differing == 1 ? "s" : ""),
				 "");
	else if (runs == 1)
		tables_add_check(tables, TABLE_NEUTRAL, NULL,
				 tables_text(tables, "One run of each %s", of),
				 "boot again to see whether all counts repeat");
	else
		tables_add_check(
			tables, TABLE_GOOD, NULL,
			tables_text(tables, "All samples repeat in each of %zu runs", runs), "");
}

/* ---- Facts ---- */

void sides_forced(struct table *facts, const struct reasons *refused)
{
	for (size_t i = 0; i < refused->count; i++)
		table_fact(facts, "FORCED though", "%s", refused->texts[i])->is_bad = true;
}

void sides_machine(struct table *facts, const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);
	const struct wire_cpu *cpu = result_cpu(result);

	char tsc[64] = "of unknown frequency";
	struct identity *identity;

	if (result_is_of_own_kernel(result))
		table_fact(facts, "system", "%s on %s", manifest->os, manifest->arch);
	if (manifest == NULL || cpu == NULL)
		return;
	if (manifest->tsc_hz != 0)
		snprintf(tsc, sizeof(tsc), "%.6f GHz",
			 (double)manifest->tsc_hz / (double)HZ_PER_GHZ);
	table_fact(facts, "machine",
		   "%s (%s %" PRIu64 "/%" PRIu64 "/%" PRIu64 "), %s%s, %s %s",
		   cpu->brand[0] != '\0' ? cpu->brand : "no name", cpu->vendor, cpu->family,
		   cpu->model, cpu->stepping,
		   manifest->hypervisor[0] != '\0' ? "under hypervisor " : "no hypervisor",
		   manifest->hypervisor, timing_clock_name(result), tsc);
	/* Logs of earlier versions, and of machines without serial numbers, have none. */
	identity = identity_new(result);
	if (identity->id != NULL)
		table_fact(facts, "identity", "%s by %s, %s, model %s", identity->id,
			   identity->id_from, identity->name != NULL ? identity->name : "no name",
			   identity->model != NULL ? identity->model : "unknown");
	identity_free(identity);
}

void sides_system(struct table *facts, const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);

	table_fact(facts, "system", "%s%s%s (%s)", result_os(result),
		   manifest->os_version[0] != '\0' ? " " : "", manifest->os_version,
		   manifest->os_found[0] != '\0' ? manifest->os_found : "as its program reports");
}

void sides_left_out(struct table *facts, const struct compared_runs *runs)
{
	for (size_t i = 0; i < runs->left_out_count; i++)
		table_fact(facts, "left out",
			   "%s: its " TIMING_BENCH " is unstable, so its metrics include the "
			   "timing overhead", runs->left_out[i].path)
			->is_bad = true;
}

void sides_runs(struct table *facts, const struct comparison *comparison, enum side side)
{
	const struct compared_runs *runs = &comparison->sides[side];
	const struct wire_manifest *manifest = result_manifest(runs->items[0].result);

	if (runs->items[0].baseline != NULL) {
		table_fact(facts, side_name(comparison, side), "the baseline %s",
			   runs->items[0].path);
		return;
	}
	table_fact(facts, side_name(comparison, side), "%zu run%s of %s%s%s", runs->count,
		   runs->count == 1 ? "" : "s",
		   manifest != NULL && manifest->build[0] != '\0' ? manifest->build
								   : "an unknown build",
		   manifest != NULL ? ", built by " : "",
		   manifest != NULL ? manifest->compiler : "");
	sides_left_out(facts, runs);
}

static const char *time_base_text(enum time_base base)
{
	switch (base) {
	case TIME_REAL:
		return "real";
	case TIME_EMULATED:
		return "emulated: times are the emulator's on its host, not the machine's";
	case TIME_INSTRUCTIONS:
		return "instructions: a tick is one instruction, not a time";
	case TIME_UNKNOWN:
		break;
	}
	return "unknown";
}

void sides_time_base(struct table *facts, enum time_base base)
{
	table_fact(facts, "time base", "%s", time_base_text(base));
}

void sides_notes(struct table *facts, const struct reasons *notes)
{
	for (size_t i = 0; i < notes->count; i++)
		table_fact(facts, "note", "%s", notes->texts[i]);
}

/* ---- Metrics of one side ---- */

/* Metrics of one benchmark that are missing for one reason are found by name, because there may be
 * as many reasons as metrics. */
void sides_missing_rows(struct table *table, const char *side, const struct comparison *names,
			const struct side_metric *const *metrics)
{
	struct {
		const struct side_metric *metric;
		size_t count;
	} *rows = xcalloc(names->metric_count + 1, sizeof(*rows));
	struct name_index index = {0};

	for (size_t i = 0; i < names->metric_count; i++) {
		const struct side_metric *metric = metrics[i];
		const struct metric_name name = {names->metrics[i].bench, metric->why_missing, ""};
		size_t row;

		if (metric->why_missing == NULL)
			continue;
		row = name_index_find(&index, &name);
		if (row == NAME_NOT_FOUND) {
			row = name_index_add(&index, &name);
			rows[row].metric = metric;
		}
		rows[row].count++;
	}
	for (size_t i = 0; i < index.count; i++) {
		table_row(table)->is_bad = rows[i].metric->is_lost;
		cell_string(table, side);
		cell_string(table, index.entries[i].name.bench);
		cell_count(table, rows[i].count);
		cell_string(table, rows[i].metric->why_missing);
	}
	name_index_free(&index);
	free(rows);
}

void sides_add_missing(struct tables *tables, const char *section, const char *name,
		       const struct comparison *comparison)
{
	static const struct column columns[] = {
		{"side", COLUMN_TEXT, COLUMN_KEY, "not on", NULL},
		{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"figures", COLUMN_COUNT, 0, NULL, NULL},
		{"why", COLUMN_TEXT, 0, NULL, NULL},
	};
	struct table *table = table_begin(tables, section, name, "Metrics of one side only",
					  columns, 4);
	const struct side_metric **metrics = tables_allocate(tables, comparison->metric_count,
							     sizeof(*metrics));

	for (enum side side = BASE; side < SIDES; side++) {
		for (size_t i = 0; i < comparison->metric_count; i++)
			metrics[i] = &comparison->metrics[i].sides[side];
		sides_missing_rows(table, side_name(comparison, side), comparison, metrics);
	}
}

/* ---- Records ---- */

static void sides_record_rows(struct table *table, const char *side, const struct result *result,
			      enum wire_kind kind)
{
	const struct record_list *list = &result->records[kind];
	const struct wire_field *field = wire_schemas[kind].fields;

	for (; list->count > 0 && field->name != NULL; field++) {
		const void *value = (const char *)&list->items[0].manifest + field->offset;

		if (field->kind == WIRE_BYTES ||
		    (field->kind == WIRE_STR && (*(const char *const *)value)[0] == '\0'))
			continue;
		table_row(table);
		cell_string(table_at(table, "side"), side);
		cell_string(table_at(table, "record"), wire_schemas[kind].name);
		cell_string(table_at(table, "field"), field->name);
		if (field->kind == WIRE_STR)
			cell_string(table_at(table, "value"), *(const char *const *)value);
		else if (field->kind == WIRE_X64)
			cell_text(table_at(table, "value"), "0x%" PRIx64, *(const uint64_t *)value);
		else if (field->kind == WIRE_I64)
			cell_text(table_at(table, "value"), "%" PRId64, *(const int64_t *)value);
		else
			cell_text(table_at(table, "value"), "%" PRIu64, *(const uint64_t *)value);
	}
}

static void sides_add_counts(struct tables *tables, const struct comparison *comparison)
{
	static const struct column columns[] = {
		{"side", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"runs", COLUMN_COUNT, 0, NULL, NULL},
		{"figures", COLUMN_COUNT, 0, NULL, NULL},
		{"differing", COLUMN_COUNT, 0, "differing between runs", NULL},
	};
	struct table *table = table_begin(tables, "Comparison", "sides", "The sides",
					  columns, 4);

	table->flags = TABLE_DETAIL;
	for (enum side side = BASE; side < SIDES; side++) {
		uint64_t metrics = 0;

		for (size_t i = 0; i < comparison->metric_count; i++)
			metrics += comparison->metrics[i].sides[side].runs > 0;
		if (comparison->sides[side].count == 0)
			continue;
		table_row(table);
		cell_string(table_at(table, "side"), side_name(comparison, side));
		cell_count(table_at(table, "runs"), comparison->sides[side].count);
		cell_count(table_at(table, "figures"), metrics);
		if (comparison->sides[side].items[0].analysis->time_base == TIME_INSTRUCTIONS)
			cell_count(table_at(table, "differing"),
				   compare_count_differing(comparison, side));
	}
}

void sides_add_records(struct tables *tables, const struct comparison *comparison)
{
	static const struct column columns[] = {
		{"side", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"record", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"field", COLUMN_TEXT, 0, NULL, NULL},
		{"value", COLUMN_TEXT, 0, NULL, NULL},
	};
	struct table *table;

	sides_add_counts(tables, comparison);
	table = table_begin(tables, "Comparison", "records",
			    "Manifest and CPU of the first run of each side", columns, 4);
	table->flags = TABLE_DETAIL;
	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];

		if (runs->count == 0)
			continue;
		sides_record_rows(table, side_name(comparison, side), runs->items[0].result,
				  WIRE_manifest);
		sides_record_rows(table, side_name(comparison, side), runs->items[0].result,
				  WIRE_cpu);
	}
}
