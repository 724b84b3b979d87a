/* SPDX-License-Identifier: MIT */
/* Tables of a comparison's metrics: one for each benchmark, and one for all benchmarks with a
 * single metric. The kind of comparison supplies the columns. */
#ifndef TOOLS_TOPIC_METRIC_TABLES_H
#define TOOLS_TOPIC_METRIC_TABLES_H

#include "tools/compare/compare.h"
#include "tools/table/table.h"

#define MEDIANS_SECTION "Metrics: medians of one operation"
#define MARK_UNSTABLE "~"

/* Number of columns after the view's: benchmark, point and unit. The unit applies to all values
 * whose column has none. */
#define METRIC_COLUMNS 3

/* Data columns of a side, whose name in heads is the argument `side`. */
#define SIDE_COLUMNS(name, side) \
	{name "_min", COLUMN_NUMBER, COLUMN_DATA, side " min", NULL}, \
		{name "_max", COLUMN_NUMBER, COLUMN_DATA, side " max", NULL}, \
		{name "_runs", COLUMN_COUNT, COLUMN_DATA, NULL, NULL}, \
		{name "_samples", COLUMN_COUNT, COLUMN_DATA, NULL, NULL}, \
	{ \
		name "_repeats", COLUMN_TEXT, COLUMN_DATA, NULL, NULL \
	}

struct metric_view {
	const char *section;
	const char *prefix; /* of the tables' names, before the benchmark's */
	unsigned flags;     /* of the tables */
	const struct column *columns;
	size_t column_count;
	/* Fill in the cells of these columns, and the row's remark and flags. */
	void (*fill)(const void *context, struct table *table, struct row *row,
		     const struct compared_metric *metric);
	const void *context;
	bool leaves_marks; /* no note on runs that should repeat exactly and do not */
	/* Change the flags of these columns as the metrics of a table need it; or NULL. */
	void (*shape)(struct column *columns, const struct compared_metric *const *metrics,
		      size_t count);
	/* Remark on a benchmark, or NULL. It is shown under the benchmark's table, or under its row
	 * if the benchmark has only one row. The function may be NULL. */
	const char *(*remark)(struct tables *tables, const struct compared_metric *metric);
};

/* Add the tables. The name of a table is the prefix and the benchmark's name, or the prefix and
 * "one-figure". */
void metric_tables_add(struct tables *tables, const struct comparison *comparison,
		       const struct metric_view *view);

/* The median of a side, exact if it is the only value of a count; nothing for NULL. */
void metric_value_cell(struct table *table, const struct side_metric *metric, bool is_counted);

/* Fill in the cells of SIDE_COLUMNS. */
void metric_side_cells(struct table *table, const struct compared_metric *metric, enum side side);

/* Write "!" if the runs should repeat exactly and do not; the table's note explains it. */
void metric_marks_cell(struct table *table, const struct compared_metric *metric);

/* Whether the side has the metric in its row's unit. */
bool metric_in_own_unit(const struct compared_metric *metric, enum side side);

/* The unit of the metric's row: the unit of the first side that has the metric. */
const char *metric_unit(const struct compared_metric *metric);

/* The metric of the first side that has it. */
const struct metric *compared_metric_first(const struct compared_metric *metric);

/* "Linux: needs a local APIC": why the metric is on one side only. */
const char *metric_why_not_common(struct tables *tables, const struct comparison *comparison,
				  const struct compared_metric *metric);

/* All metrics of the comparison, grouped by benchmark. */
const struct compared_metric *const *metrics_by_bench(struct tables *tables,
						      const struct comparison *comparison);

/* Number of metrics, from the first one on, that are of one benchmark. */
size_t metrics_of_bench(const struct compared_metric *const *metrics, size_t count);

/* "cpu.call, arguments 1": the readable name of a metric. */
const char *metric_label(struct tables *tables, const struct compared_metric *metric);

/* "fault.no_execute trap 4 KiB": like metric_label() in fewer words. Omits the parameters that all
 * points of the benchmark have in common, and the name of a parameter whose value is a word or a
 * size. */
const char *metric_short_label(struct tables *tables, const struct comparison *comparison,
			       const struct compared_metric *metric);

#endif
