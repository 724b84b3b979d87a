/* SPDX-License-Identifier: MIT */
/* What an interrupt, a page fault and a system call consist of: their stages on one scale. */
#include <string.h>

#include "tools/record/result.h"
#include "tools/topic/topic.h"

static const struct {
	const char *what;
	const char *bench, *point;
} staged[] = {
	{"interrupt to oneself", "irq.self_ipi", STAMPED_POINT},
	{"page fault, trapped", "fault.not_present", "ring=3 action=trap page_bytes=4096"},
	{"page fault, repaired", "fault.not_present", "ring=3 action=map page_bytes=4096"},
};

/* A system call has no stamps inside. The same entry with an empty handler shows its parts. */
#define CALL "system call"
#define SYSCALL_BENCH "entry.null_syscall"
#define TRIP_BENCH "entry.round_trip"
#define CALL_POINT "path=syscall"

static void anatomy_add(struct topic *topic, struct table *table, const char *what,
			const char *stage, const struct metric *metric)
{
	const struct stats stats = metric_stats(metric);
	const struct quantity median = quantity_of(&stats, topic_is_exact(topic));

	table_row(table);
	cell_string(table_at(table, "operation"), what);
	cell_string(table_at(table, "stage"), stage);
	cell_quantity(table_at(table, "median"), &median);
	cell_count(table_at(table, "n"), stats.n);
	cell_string(table_at(table, "benchmark"), metric->bench->info->name);
}

static void anatomy_add_call(struct topic *topic, struct table *table)
{
	const struct metric *trip = topic_find(topic, TRIP_BENCH, CALL_POINT, "");
	const struct metric *call = topic_find(topic, SYSCALL_BENCH, CALL_POINT, "");
	double rest;

	if (call == NULL)
		return;
	if (trip != NULL) {
		rest = metric_stats(call).median - metric_stats(trip).median;
		anatomy_add(topic, table, CALL, "entry and exit", trip);
		if (rest > 0) {
			table_row(table);
			cell_string(table_at(table, "operation"), CALL);
			cell_string(table_at(table, "stage"), "saved state");
			cell_quantity(table_at(table, "median"),
				      &(struct quantity){.value = rest});
			cell_string(table_at(table, "benchmark"), SYSCALL_BENCH);
		}
	}
	anatomy_add(topic, table, CALL, TOTAL_STAGE, call);
}

void topic_anatomy(struct topic *topic)
{
	const struct column columns[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"stage", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, topic_time_unit(topic)},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
		{"benchmark", COLUMN_TEXT, 0, NULL, NULL},
	};
	struct table *table = topic_table(topic, "Single operations", "anatomy",
					  "Anatomy of an interrupt, a page fault and a system call",
					  columns, COUNT(columns));

	table->flags = TABLE_DATA;
	for (size_t i = 0; i < COUNT(staged); i++) {
		size_t count;
		const struct metric *metrics = topic_metrics(topic, staged[i].bench, &count);

		for (size_t j = 0; j < count; j++) {
			if (metric_has_samples(&metrics[j]) && !metrics[j].is_doubled &&
			    strcmp(metrics[j].point, staged[i].point) == 0)
				anatomy_add(topic, table, staged[i].what, metrics[j].stage,
					    &metrics[j]);
		}
	}
	anatomy_add_call(topic, table);
	table->note = "Warm; faults in ring 3, of a page of 4 KiB. Saved state: the system call "
		      "less the same entry and exit with an empty handler.";
	table->chart = (struct chart){
		.kind = CHART_STACK, .names = {"operation"}, .stage = "stage", .y = "median"};
}
