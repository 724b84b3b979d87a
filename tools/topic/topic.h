/* SPDX-License-Identifier: MIT */
/* Topics turn a run's metrics into tables. Each topic is a file and a line in topic/run.c, which
 * sets the order of the report. */
#ifndef TOOLS_TOPIC_TOPIC_H
#define TOOLS_TOPIC_TOPIC_H

#include <stdbool.h>

#include "lib/text/patterns.h"
#include "tools/analysis/analysis.h"
#include "tools/host/host_noise.h"
#include "tools/table/table.h"

struct overhead_report;

/* A run, and the tables that the topics make of it. */
struct topic {
	struct tables *tables;
	const struct analysis *analysis;
	const char *path; /* of its log or directory, for data that only these contain; or NULL */
	const struct patterns *benches; /* those asked for; NULL or empty: all */
	const struct overhead_report *overhead; /* of Linux, with the run as a side; or NULL */
	bool *is_shown; /* by index of the metric: a table shows it */
};

/* Heading of skipped benchmarks, failures and warnings. */
#define KNOW_SECTION "Skipped, failed, warnings"

/* Heading of predictions. */
#define PREDICTIONS_SECTION "Predicted against measured"

/* The point at which every interrupt source is measured. */
#define STAMPED_POINT "ring=0 wait=spin cache=warm"

/* Make the tables of a run, which must outlive them. */
void topic_run(struct topic *topic);

/* The section that `bareline show WORD` prints; NULL if there is none of that word. */
const char *topic_section(const char *word);

/* ---- For topics ---- */

/* Whether the benchmark is selected. */
bool topic_is_selected(const struct topic *topic, const char *bench);

/* The metrics of a benchmark and their number; 0 if it was not measured or not selected. */
const struct metric *topic_metrics(const struct topic *topic, const char *bench, size_t *count);

/* The metric of that name; NULL if it was not measured or not selected. */
const struct metric *topic_find(const struct topic *topic, const char *bench, const char *point,
				const char *stage);

/* Mark the metric as shown, so that the table of its benchmark may omit the metric. Call it only
 * after adding the metric's row. */
void topic_shows(struct topic *topic, const struct metric *metric);

/* Whether all metrics of the benchmark that have samples are shown. */
bool topic_has_shown(const struct topic *topic, const struct metric *metrics, size_t count);

/* Caption for times that are not the machine's own; NULL if all times are. */
const char *topic_caution(enum time_base base);

/* The rate of a metric that moves bytes, with its interval. */
struct quantity topic_rate(const struct topic *topic, const struct metric *metric);

/* Whether ticks are instructions. */
bool topic_is_exact(const struct topic *topic);

/* The unit of times: "ns", or the name of a tick that is not a time. */
const char *topic_time_unit(const struct topic *topic);

/* Ticks in the unit of topic_time_unit(). */
double topic_time(const struct topic *topic, double ticks);

/* The unit of rates: "GB/s", "bytes per instruction" or "bytes per tick". */
const char *topic_rate_unit(const struct topic *topic);

/* ---- Columns and cells of metrics ---- */

/* A readable point, "ring 0, spin, page 4 KiB", and a readable metric,
 * "fault.not_present ring 0, trap, page 4 KiB, total". */
const char *topic_point(struct topic *topic, const char *point);
const char *topic_name(struct topic *topic, const struct metric_name *name);

/* Like table_begin(), but copies the columns. */
struct table *topic_table(struct topic *topic, const char *section, const char *name,
			  const char *title, const struct column *columns, size_t column_count);

/* Columns for the parameters of the metrics' points and for their stages, then the value columns.
 * All metrics must have the same parameters. *key_count is the number of columns that name a
 * row. */
const struct column *topic_metric_columns(struct topic *topic, const struct metric *const *metrics,
					  size_t count, size_t *column_count, size_t *key_count);

/* The unit of a metric's values; stages of one benchmark may have different units. */
const char *topic_metric_unit(const struct metric *metric);

/* The cells of topic_metric_columns. */
void topic_metric_cells(struct topic *topic, struct table *table, const struct metric *metric,
			const struct column *columns, size_t key_count, bool is_cold);

/* Value columns and cells of one metric, for tables with their own keys. */
#define METRIC_COLUMN_COUNT 12
void topic_metric_value_columns(struct topic *topic, const char *unit,
				struct column columns[METRIC_COLUMN_COUNT]);
void topic_metric_value_cells(struct topic *topic, struct table *table, const struct metric *metric,
			      bool is_cold);

/* Add the meaning of the marks used in the table's last column to its note. */
void topic_explain_marks(struct table *table);

/* ---- The topics ---- */

void topic_machine(struct topic *topic);
void topic_state(struct topic *topic);
void topic_cost_of_linux(struct topic *topic);
void topic_selftests(struct topic *topic);
void topic_headlines(struct topic *topic);
void topic_anatomy(struct topic *topic);
void topic_sequences(struct topic *topic);
void topic_memory(struct topic *topic);
void topic_memory_order(struct topic *topic);
void topic_bandwidth(struct topic *topic);
void topic_line_transfer(struct topic *topic);
void topic_nodes(struct topic *topic);
void topic_interrupts(struct topic *topic);
void topic_faults(struct topic *topic);
void topic_methods(struct topic *topic);
void topic_predictions(struct topic *topic);
void topic_predicted_bandwidths(struct topic *topic);
void topic_coarse_clock(struct topic *topic);
void topic_idle(struct topic *topic);
void topic_input(struct topic *topic);
void topic_flow(struct topic *topic);
void topic_counts(struct topic *topic);
void topic_skipped(struct topic *topic);
void topic_host(struct topic *topic);

/* The verdict of the run and its checks. Adds no table. */
void topic_verdict(struct topic *topic);

/* How a verdict is shown. */
enum table_verdict topic_table_verdict(enum run_verdict verdict);

/* Set the finding of each table that has none, if its kind of chart gives one. A finding is a title
 * that states what the table's values show. */
void findings_add(struct tables *tables);

/* Activity of the host during the run, from the manifest in its directory. is_known is false if
 * there is none. */
struct host_noise topic_host_noise(const char *path);

/* Add facts about the machine and its memory modules. */
void named_machine_add_facts(const struct topic *topic, struct table *table);
void modules_add_facts(const struct topic *topic, struct table *table);
/* Time that the slowest module needs to close a row and read from another, by SPD; 0: unknown. */
double modules_row_ns(const struct result *result);

void nodes_add_facts(const struct topic *topic, struct table *table);
void places_add_fact(const struct topic *topic, struct table *table);

/* How two CPUs are related: "SMT siblings", "same package" or "other package", with kinds of cores
 * that are not all performance cores. NULL if the log has no places of CPUs. */
const char *places_relation(const struct topic *topic, uint64_t first, uint64_t second);

/* Add a table of a benchmark's pairs of CPUs, the parameters first_cpu and second_cpu, by their
 * relation. */
void places_add_pairs(struct topic *topic, const char *bench, const struct metric *metrics,
		      size_t metric_count);

/* Add a table for each benchmark of the family that has metrics not yet shown. If family is NULL,
 * adds a table for each remaining benchmark, under the heading of its family. */
void topic_family(struct topic *topic, const char *section, const char *family);

#endif
