/* SPDX-License-Identifier: MIT */
/* Page faults by type, ring, page and handling (trap only, or repair). Includes every fault
 * benchmark that has a total. */
#include <string.h>

#include "tools/topic/topic.h"

#define PREFIX "fault."
#define MATRIX_AXIS "action"

static bool is_total(const struct topic *topic, const struct metric *metric)
{
	const char *name = metric->bench->info->name;

	return strncmp(name, PREFIX, strlen(PREFIX)) == 0 && topic_is_selected(topic, name) &&
	       strcmp(metric->stage, TOTAL_STAGE) == 0 && metric_has_samples(metric) &&
	       metric_find_parameter(metric, MATRIX_AXIS) != NULL;
}

void topic_faults(struct topic *topic)
{
	const struct column columns[] = {
		{"ring", COLUMN_COUNT, COLUMN_KEY, NULL, NULL},
		{"action", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"page_bytes", COLUMN_BYTES, COLUMN_KEY, "page", NULL},
		{"kind", COLUMN_TEXT, COLUMN_KEY | COLUMN_ACROSS, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, topic_time_unit(topic)},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	};
	const struct metrics *metrics = &topic->analysis->metrics;
	struct table *table = NULL;

	for (size_t i = 0; i < metrics->count; i++) {
		const struct metric *metric = &metrics->items[i];
		struct stats stats;
		struct quantity median;
		uint64_t page_bytes = 0, ring = 0;

		if (!is_total(topic, metric))
			continue;
		if (table == NULL)
			table = topic_table(
				topic, "Faults", "fault.matrix",
				tables_text(topic->tables,
					    "Page faults: kind, ring, page size, trapped only or "
					    "repaired, in %s",
					    topic_time_unit(topic)),
				columns, COUNT(columns));
		stats = metric_stats(metric);
		median = quantity_of(&stats, topic_is_exact(topic));
		metric_parameter_number(metric, "page_bytes", &page_bytes);
		metric_parameter_number(metric, "ring", &ring);
		table_row(table);
		cell_count(table_at(table, "ring"), ring);
		cell_string(table_at(table, "action"),
			    metric_find_parameter(metric, MATRIX_AXIS)->value);
		cell_count(table_at(table, "page_bytes"), page_bytes);
		cell_string(table_at(table, "kind"), metric->bench->info->name + strlen(PREFIX));
		cell_quantity(table_at(table, "median"), &median);
		cell_count(table_at(table, "n"), stats.n);
	}
	if (table == NULL)
		return;
	table->note = "From the faulting instruction to the one that goes on.";
	table->chart = (struct chart){
		.kind = CHART_GROUPS,
		.names = {"ring", "action", "page_bytes"},
		.stage = "kind",
		.y = "median",
		.x_axis.label = tables_text(topic->tables, "total, in %s", topic_time_unit(topic)),
	};
}
