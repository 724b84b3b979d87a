/* SPDX-License-Identifier: MIT */
/* Time to transfer a cache line between two CPUs: a triangle, because both directions are equal,
 * and a map with darker cells for longer times. */
#include <inttypes.h>

#include "tools/topic/topic.h"

#define BENCH "mem.c2c"
#define CPUS_SHOWN_MAX 64

void topic_line_transfer(struct topic *topic)
{
	struct column columns[METRIC_COLUMN_COUNT + 2] = {
		{"second_cpu", COLUMN_COUNT, COLUMN_KEY, "CPU", NULL},
		{"first_cpu", COLUMN_COUNT, COLUMN_KEY | COLUMN_ACROSS, "CPU", NULL},
	};
	size_t count;
	const struct metric *metrics = topic_metrics(topic, BENCH, &count);
	struct table *table;
	uint64_t greatest = 0;
	size_t last;
	const char **names;

	if (count == 0)
		return;
	topic_metric_value_columns(topic, metrics[0].unit, columns + 2);
	for (size_t i = 2; i < METRIC_COLUMN_COUNT + 2; i++)
		columns[i].flags |= columns[i].kind == COLUMN_QUANTITY ? 0 : COLUMN_DETAIL;
	table = topic_table(topic, "Memory", BENCH,
			    tables_text(topic->tables, "Cache line transfer between CPUs, in %s",
					metrics[0].unit),
			    columns, METRIC_COLUMN_COUNT + 2);
	table->note = "Both directions are the same: half of the map is shown.";
	for (size_t i = 0; i < count; i++) {
		const struct metric *metric = &metrics[i];
		uint64_t first, second;

		if (!metric_has_samples(metric) ||
		    !metric_parameter_number(metric, "first_cpu", &first) ||
		    !metric_parameter_number(metric, "second_cpu", &second))
			continue;
		table_row(table);
		cell_count(table_at(table, "second_cpu"), second);
		cell_count(table_at(table, "first_cpu"), first);
		topic_metric_value_cells(topic, table, metric, false);
		topic_shows(topic, metric);
		greatest = second > greatest ? second : greatest;
	}
	places_add_pairs(topic, BENCH, metrics, count);
	/* CPU numbers are on both axes. */
	last = greatest < CPUS_SHOWN_MAX ? greatest : CPUS_SHOWN_MAX;
	names = tables_allocate(topic->tables, last + 1, sizeof(*names));
	for (size_t i = 0; i <= last; i++)
		names[i] = tables_text(topic->tables, "%zu", i);
	table->chart = (struct chart){
		.kind = CHART_HEAT_MAP,
		.x = "first_cpu",
		.y = "second_cpu",
		.value = "median",
		.names = {"first_cpu", "second_cpu"},
		.x_axis = {.label = "first CPU",
			   .low = -0.5,
			   .high = (double)last - 0.5,
			   .names = names,
			   .name_count = last},
		.y_axis = {.label = "second CPU",
			   .low = 0.5,
			   .high = (double)last + 0.5,
			   .names = names,
			   .name_count = last + 1},
	};
}
