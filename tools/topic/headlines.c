/* SPDX-License-Identifier: MIT */
/* The key metrics of a machine. Metrics that the run does not have are omitted. */
#include <string.h>

#include "lib/point.h"
#include "tools/record/point.h"
#include "tools/table/number.h"
#include "tools/topic/topic.h"

#define READ_BENCH "mem.bandwidth.read"

#define LINE_BYTES 64 /* in which a rate has its place on the axis of times */

static const struct {
	const char *what;
	struct metric_name metric;
} wanted[] = {
	{"a null system call and back", {"entry.null_syscall", "path=syscall", ""}},
	{"an interrupt to oneself, with four clock reads",
	 {"irq.self_ipi", STAMPED_POINT, "total"}},
	{"a page fault in kernel mode and back",
	 {"fault.not_present", "ring=0 action=trap page_bytes=4096", "total"}},
	{"a page of memory at its first touch",
	 {"fault.demand_zero", "ring=3 page_bytes=4096", ""}},
	{"a thread switch in user mode", {"os.switch_thread", "ring=3 " POINT_SAVED, ""}},
	{"an address-space switch in user mode",
	 {"os.switch_space", "ring=3 " POINT_SAVED " pcid=off", ""}},
	{"a thread created, run and joined", {"os.thread_run", "stack=fresh", ""}},
};

/* The caller fills the last cell. */
static void headlines_add(struct topic *topic, struct table *table, const char *what,
			  const struct metric *metric)
{
	const struct stats stats = metric_stats(metric);
	const struct quantity median = quantity_of(&stats, topic_is_exact(topic));

	table_row(table);
	cell_string(table_at(table, "what"), what);
	cell_quantity(table_at(table, "median"), &median);
	cell_string(table_at(table, "unit"), metric->unit);
	if (strcmp(metric->unit, topic_time_unit(topic)) == 0)
		cell_number(table_at(table, "axis"), median.value);
}

/* The first and last points of the curve of the smallest pages. */
static void headlines_add_memory(struct topic *topic, struct table *table)
{
	size_t count;
	const struct metric *metrics = topic_metrics(topic, MEMORY_CURVE_BENCH, &count);
	const struct curve *curve = &topic->analysis->curves[0];
	char size[POINT_TEXT_MAX];

	for (size_t i = 0; i < count && topic->analysis->curve_count > 0; i++) {
		uint64_t page_bytes, size_bytes;

		if (!analysis_is_curve_point(&metrics[i], &page_bytes, &size_bytes) ||
		    page_bytes != curve->page_bytes ||
		    (size_bytes != curve->points[0].size_bytes &&
		     size_bytes != curve->points[curve->point_count - 1].size_bytes))
			continue;
		headlines_add(topic, table,
			      tables_text(topic->tables, "a load in a working set of %s",
					  point_size(size_bytes, size)),
			      &metrics[i]);
		if (size_bytes == curve->points[0].size_bytes) {
			double *ticks = tables_allocate(topic->tables, curve->point_count,
							sizeof(*ticks));

			/* The complete curve, in the row of its first point. */
			for (size_t j = 0; j < curve->point_count; j++)
				ticks[j] = topic_time(topic, curve->points[j].value);
			cell_curve(table_at(table, "curve"), ticks, curve->point_count);
		}
	}
}

/* The highest rate at the largest size that was read. */
static void headlines_add_bandwidth(struct topic *topic, struct table *table)
{
	size_t count;
	const struct metric *metrics = topic_metrics(topic, READ_BENCH, &count);
	const struct metric *best = NULL;
	uint64_t largest = 0, bytes;
	struct quantity rate;
	char size[POINT_TEXT_MAX], number[NUMBER_TEXT_MAX];

	for (size_t i = 0; i < count; i++) {
		double found = metric_bandwidth(&metrics[i]);

		if (!metric_parameter_number(&metrics[i], "size_bytes", &bytes) || bytes < largest)
			continue;
		if (best == NULL || bytes > largest || found > metric_bandwidth(best))
			best = &metrics[i];
		largest = bytes;
	}
	if (best == NULL || !(metric_bandwidth(best) > 0))
		return;
	rate = topic_rate(topic, best);
	table_row(table);
	cell_text(table_at(table, "what"), "reading a working set of %s, the fastest way",
		  point_size(largest, size));
	cell_quantity(table_at(table, "median"), &rate);
	cell_string(table_at(table, "unit"), topic_rate_unit(topic));
	cell_number(table_at(table, "axis"), LINE_BYTES / rate.value);
	cell_text(table_at(table, "aside"), "%s for each line of %d bytes",
		  number_unit_text(LINE_BYTES / rate.value, topic_time_unit(topic), number),
		  LINE_BYTES);
}

/* A curve in a cell has no axis: the column head gives the first and last sizes. */
static const char *headlines_curve_head(struct topic *topic)
{
	const struct curve *curve = &topic->analysis->curves[0];
	char least[POINT_TEXT_MAX], greatest[POINT_TEXT_MAX];

	if (topic->analysis->curve_count == 0 || curve->point_count == 0)
		return "and by size";
	return tables_text(topic->tables, "and by size, %s to %s",
			   point_size(curve->points[0].size_bytes, least),
			   point_size(curve->points[curve->point_count - 1].size_bytes, greatest));
}

void topic_headlines(struct topic *topic)
{
	const struct column columns[] = {
		{"what", COLUMN_TEXT, COLUMN_KEY, "operation", NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, NULL},
		{"unit", COLUMN_TEXT, 0, "", NULL},
		{"axis", COLUMN_NUMBER, COLUMN_DATA, NULL, topic_time_unit(topic)},
		{"aside", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"curve", COLUMN_CURVE, COLUMN_DATA, headlines_curve_head(topic), NULL},
	};
	struct column *kept = tables_allocate(topic->tables, COUNT(columns), sizeof(*kept));
	struct table *table = table_begin(topic->tables, "Single operations", "figures",
					  "Key metrics",
					  memcpy(kept, columns, sizeof(columns)), COUNT(columns));

	table->flags = TABLE_CARDS | TABLE_AXIS;
	headlines_add_memory(topic, table);
	headlines_add_bandwidth(topic, table);
	for (size_t i = 0; i < COUNT(wanted); i++) {
		const struct metric_name *name = &wanted[i].metric;
		const struct metric *metric = topic_find(topic, name->bench, name->point,
							 name->stage);

		if (metric != NULL)
			headlines_add(topic, table, wanted[i].what, metric);
	}
}
