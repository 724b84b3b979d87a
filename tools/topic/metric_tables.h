/* SPDX-License-Identifier: MIT */
/* The figures of a comparison as tables: one for each benchmark, and one for all benchmarks that
 * are a single figure. What is said of a figure is up to the kind of comparison. */
#ifndef TOOLS_TOPIC_METRIC_TABLES_H
#define TOOLS_TOPIC_METRIC_TABLES_H

#include "tools/compare/compare.h"
#include "tools/table/table.h"

/* Columns of every table after those of a view: what names a figure to programs, and its unit,
 * which is that of all values whose column has none. */
#define METRIC_COLUMNS 3

/* Columns of what programs want to know of a side, and what people call it. */
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
	/* Fill in the cells of these columns; row is what is said beside them. */
	void (*fill)(const void *context, struct table *table, struct row *row,
		     const struct metric *metric);
	const void *context;
	bool leaves_marks; /* nothing is said of runs that should repeat exactly and do not */
	/* Change the flags of these columns as the metrics of a table need it; or NULL. */
	void (*shape)(struct column *columns, const struct metric *const *metrics, size_t count);
	/* What is to be known of a benchmark, or NULL: it stands under its table, or under its row
	 * if that is all it has. The function may be NULL. */
	const char *(*remark)(struct tables *tables, const struct metric *metric);
};

/* Names are PREFIX + the benchmark's, and PREFIX + "one-figure". */
void metric_tables_add(struct tables *tables, const struct comparison *comparison,
		       const struct metric_view *view);

/* Fill in the cells of SIDE_COLUMNS. */
void metric_side_cells(struct table *table, const struct metric *metric, enum side side);

/* Fill in a cell of text that marks figures whose runs should repeat exactly and do not; the
 * table's note says so. */
void metric_marks_cell(struct table *table, const struct metric *metric);

/* Whether the side has the metric, and in the unit that its row has. */
bool metric_in_own_unit(const struct metric *metric, enum side side);

/* The unit of its row: that of the first side that has it. */
const char *metric_unit(const struct metric *metric);

/* The figure of the first side that has it. */
const struct figure *metric_figure(const struct metric *metric);

/* "Linux: needs a local APIC": why a metric is not common to both sides. */
const char *metric_why_not_common(struct tables *tables, const struct comparison *comparison,
				  const struct metric *metric);

/* All metrics of the comparison, those of one benchmark together. */
const struct metric *const *metrics_by_bench(struct tables *tables,
					     const struct comparison *comparison);

/* Of count metrics in that order, how many from the first on are of its benchmark. */
size_t metrics_of_bench(const struct metric *const *metrics, size_t count);

/* "cpu.call, arguments 1": a figure's name for people. */
const char *metric_label(struct tables *tables, const struct metric *metric);

#endif
