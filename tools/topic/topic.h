/* SPDX-License-Identifier: MIT */
/* Topics: from a run's figures to tables. Each topic is a file, and a line in topic/run.c, where
 * the order of the report stands. */
#ifndef TOOLS_TOPIC_TOPIC_H
#define TOOLS_TOPIC_TOPIC_H

#include <stdbool.h>

#include "lib/text/patterns.h"
#include "tools/analysis/analysis.h"
#include "tools/table/table.h"

struct overhead_report;

/* One run on its way into tables. */
struct topic {
	struct tables *tables;
	const struct analysis *analysis;
	const char *path; /* of its log or directory, for what only these hold; or NULL */
	const struct patterns *benches; /* those asked for; NULL or empty: all */
	const struct overhead_report *overhead; /* of Linux, with the run as a side; or NULL */
	bool *is_shown; /* by a figure's place: a table has it */
};

/* The heading over what a reader has to know besides the figures. */
#define KNOW_SECTION "Skipped, failed, warnings"

/* The heading over all that is predicted. */
#define PREDICTIONS_SECTION "Predicted against measured"

/* Where every source of interrupts is measured. */
#define STAMPED_POINT "ring=0 wait=spin cache=warm"

/* Make the tables of a run, which must outlive them. */
void topic_run(struct topic *topic);

/* ---- For topics ---- */

/* Whether a benchmark is one of those asked for. */
bool topic_wants(const struct topic *topic, const char *bench);

/* The figures of a benchmark and their number; 0 when it was not measured, or not asked for. */
const struct figure *topic_figures(const struct topic *topic, const char *bench, size_t *count);

/* The figure of that name; NULL when it was not measured, or not asked for. */
const struct figure *topic_find(const struct topic *topic, const char *bench, const char *point,
				const char *stage);

/* A table has the figure: the table of its own benchmark need not. Only a topic that has put the
 * figure into a row says so. */
void topic_shows(struct topic *topic, const struct figure *figure);

/* Whether all figures of a benchmark that have samples are in tables already. */
bool topic_has_shown(const struct topic *topic, const struct figure *figures, size_t count);

/* What a picture of times has to say of whose they are; NULL when they are the machine's. */
const char *topic_caution(enum time_base base);

/* Whether ticks are instructions. */
bool topic_is_exact(const struct topic *topic);

/* The unit of times: "ns", or what ticks are where they are no time. */
const char *topic_time_unit(const struct topic *topic);

/* Ticks in that unit. */
double topic_time(const struct topic *topic, double ticks);

/* The unit of rates: "GB/s", or "bytes per instruction". */
const char *topic_rate_unit(const struct topic *topic);

/* ---- Columns and cells of figures ---- */

/* A point for people: "ring 0, spin, page 4 KiB"; and a figure with it:
 * "fault.not_present ring 0, trap, page 4 KiB, total". */
const char *topic_point(struct topic *topic, const char *point);
const char *topic_name(struct topic *topic, const struct figure_name *name);

/* As table_begin, but of columns that it copies: they depend on the run. */
struct table *topic_table(struct topic *topic, const char *section, const char *name,
			  const char *title, const struct column *columns, size_t column_count);

/* Columns for the parameters of the figures' points and for their stages, then FIGURE_COLUMNS.
 * figures are of one benchmark, or of several whose parameters are alike. Returns the columns and
 * how many; *key_count is how many of them name a row. */
const struct column *figure_columns(struct topic *topic, const struct figure *const *figures,
				    size_t count, size_t *column_count, size_t *key_count);

/* The unit of a figure's values: where each stage of a benchmark counts something else, that of its
 * own. */
const char *figure_unit(const struct figure *figure);

/* The cells of figure_columns. */
void figure_cells(struct topic *topic, struct table *table, const struct figure *figure,
		  const struct column *columns, size_t key_count, bool is_cold);

/* Columns and cells of what is said of one figure, for tables with keys of their own. */
#define FIGURE_COLUMN_COUNT 12
void figure_value_columns(struct topic *topic, const char *unit,
			  struct column columns[FIGURE_COLUMN_COUNT]);
void figure_value_cells(struct topic *topic, struct table *table, const struct figure *figure,
			bool is_cold);

/* What the marks that were used in the table's last column stand for, added to its note. */
void figure_explain_marks(struct table *table);

/* ---- The topics ---- */

void topic_machine(struct topic *topic);
void topic_cost_of_linux(struct topic *topic);
void topic_selftests(struct topic *topic);
void topic_headlines(struct topic *topic);
void topic_memory(struct topic *topic);
void topic_memory_order(struct topic *topic);
void topic_bandwidth(struct topic *topic);
void topic_line_transfer(struct topic *topic);
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

/* What modules the machine's memory is of, for its list of facts. */
void named_machine_add_facts(const struct topic *topic, struct table *table);
void modules_add_facts(const struct topic *topic, struct table *table);

/* A table of every benchmark of the family that has figures no table shows; when family is
 * NULL, of every benchmark that has such figures, under a heading of its family's. */
void topic_family(struct topic *topic, const char *section, const char *family);

#endif
