/* SPDX-License-Identifier: MIT */
/* Event counts: a row for each event, ratios of events that were counted together, and the meaning
 * of each event. */
#include <inttypes.h>
#include <string.h>

#include "tools/analysis/counts.h"
#include "tools/analysis/name_index.h"
#include "tools/topic/topic.h"

#define SECTION "Events"
#define EVENTS_MAX 64

/* TSC ticks are not core cycles. The number of core cycles per nominal cycle explains a
 * difference. */
static const struct {
	const char *name, *above, *below;
} ratios[] = {
	{"instructions/cycles", "instructions", "cycles"},
	{"cycles/ref_cycles", "cycles", "ref_cycles"},
	{"aperf/mperf", "aperf", "mperf"},
};

static void counts_add_keys(struct topic *topic, struct table *table, const struct bench *bench,
			    const char *point, const char *event)
{
	table_row(table);
	cell_string(table_at(table, "bench"), bench->info->name);
	cell_string(table_at(table, "point"), topic_point(topic, point));
	cell_string(table_at(table, "event"), event);
}

/* The median of an event at a point; 0 if it was not counted, or not corrected for the reading
 * cost. */
static double counts_median(const struct bench *bench, const struct name_index *index,
			    const char *point, const char *event)
{
	size_t place = name_index_find(index, &(struct metric_name){event, point, ""});
	struct count_summary summary;

	if (place == NAME_NOT_FOUND)
		return 0;
	counts_summarise(&bench->counts[place].count, &summary);
	return summary.corrected ? summary.events.median : 0;
}

static void counts_add_bench(struct topic *topic, struct table *table, const struct bench *bench)
{
	struct name_index index = {0}; /* its indices are those of the counts */

	for (size_t i = 0; i < bench->counts_count; i++) {
		const struct wire_count *count = &bench->counts[i].count;

		name_index_add(&index, &(struct metric_name){count->event, count->point, ""});
	}
	for (size_t i = 0; i < bench->counts_count; i++) {
		const struct wire_count *count = &bench->counts[i].count;
		bool is_last = i + 1 == bench->counts_count ||
			       strcmp(bench->counts[i + 1].count.point, count->point) != 0;
		struct count_summary summary;
		struct quantity median;

		counts_summarise(count, &summary);
		median = quantity_of(&summary.events, topic_is_exact(topic));
		counts_add_keys(topic, table, bench, count->point, count->event);
		cell_count(table_at(table, "n"), summary.events.n);
		cell_number(table_at(table, "min"), summary.events.min);
		cell_quantity(table_at(table, "median"), &median);
		cell_number(table_at(table, "max"), summary.events.max);
		cell_number(table_at(table, "reading"), summary.reading.median);
		cell_text(table_at(table, "marks"),
			  "%s%s", summary.corrected ? "" : "+", summary.saturated > 0 ? "<" : "");
		if (is_last) {
			for (size_t j = 0; j < COUNT(ratios); j++) {
				double above = counts_median(bench, &index, count->point,
							     ratios[j].above);
				double below = counts_median(bench, &index, count->point,
							     ratios[j].below);

				if (above <= 0 || below <= 0)
					continue;
				counts_add_keys(topic, table, bench, count->point, ratios[j].name);
				cell_quantity(table_at(table, "median"),
					      &(struct quantity){.value = above / below});
			}
		}
	}
	name_index_free(&index);
}

/* ---- Meaning of events ---- */

static bool is_explained(const struct table *table, const char *event)
{
	for (size_t i = 0; i < table->row_count; i++) {
		if (strcmp(table_text(table, i, 0), event) == 0)
			return true;
	}
	return false;
}

/* Each event once, in the order of first appearance. */
static void counts_explain(struct topic *topic)
{
	const struct result *result = topic->analysis->result;
	const struct record_list *counts = &result->records[WIRE_count];
	const struct record_list *pmus = &result->records[WIRE_pmu];
	const struct wire_pmu *pmu = pmus->count > 0 ? &pmus->items[0].pmu : NULL;
	struct table *table = table_begin_facts(topic->tables, SECTION, "events.meanings",
						"Event definitions");

	if (pmu != NULL)
		table_fact(table, "counters", "events of %s%s%s; rings counted: %s; read by %s",
			   pmu->events, pmu->core[0] != '\0' ? ", core type " : "", pmu->core,
			   pmu->rings, pmu->method);
	for (size_t i = 0; i < counts->count && table->row_count < EVENTS_MAX; i++) {
		const struct wire_count *count = &counts->items[i].count;
		const char *meaning = counts_meaning(count->event);
		const char *name = counts_vendor_name(pmu != NULL ? pmu->events : "", count->event);

		if (!is_explained(table, count->event))
			table_fact(table, count->event, "%s; %s%s%#" PRIx64 " on %s",
				   meaning != NULL ? meaning : "unknown",
				   name != NULL ? name : "", name != NULL ? ", " : "select ",
				   count->select, count->counter);
	}
}

void topic_counts(struct topic *topic)
{
	static const struct column columns[] = {
		{"bench", COLUMN_TEXT, COLUMN_KEY, "benchmark", NULL},
		{"point", COLUMN_TEXT, COLUMN_KEY, "", NULL},
		{"event", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"min", COLUMN_NUMBER, 0, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, NULL},
		{"max", COLUMN_NUMBER, 0, NULL, NULL},
		{"reading", COLUMN_NUMBER, 0, NULL, NULL},
		{"marks", COLUMN_TEXT, 0, "", NULL},
	};
	const struct result *result = topic->analysis->result;
	struct table *table = table_begin(topic->tables, SECTION, "events",
					  "Events of one operation, counted in separate runs",
					  columns, COUNT(columns));

	for (size_t i = 0; i < result->bench_count; i++) {
		if (topic_is_selected(topic, result->benches[i].info->name))
			counts_add_bench(topic, table, &result->benches[i]);
	}
	if (table->row_count == 0)
		return;
	table->note = "reading: the counter's own reading cost, subtracted. + that cost is "
		      "unstable "
		      "and not subtracted. < some samples were below it and count as 0.";
	counts_explain(topic);
}
