/* SPDX-License-Identifier: MIT */
/* What the operating system costs: the same benchmarks on the bare metal and under Linux. */
#ifndef TOOLS_TOPIC_OVERHEAD_H
#define TOOLS_TOPIC_OVERHEAD_H

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

struct overhead_report {
	const struct comparison *comparison;
	const struct reasons *refused; /* not empty: the comparison was forced */
	const struct reasons *notes;
};

/* Make the tables of a comparison, which must outlive them; docs/overhead.md describes them. */
void topic_overhead(struct tables *tables, const struct overhead_report *overhead);

/* The same beside the tables of a run: their names begin with "overhead.". */
void topic_overhead_add(struct tables *tables, const struct overhead_report *overhead);

/* ---- Parts ---- */

/* Fill in a cell of a ratio or a difference; estimate may be NULL. */
void overhead_estimate(struct table *table, const struct estimate *estimate, bool is_exact);

/* Of the two sides. */
size_t overhead_fewest_runs(const struct comparison *comparison);

/* What intervals are of, in a column's head: with few runs how much they cover. */
const char *overhead_interval_name(const struct comparison *comparison);
void overhead_add_intervals(struct table *facts, const struct comparison *comparison);

/* Where time was measured: a host that was not quiet, and figures that show it. */
void overhead_add_cautions(struct table *facts, const struct comparison *comparison);

/* The part of its CPU that the metal's loop had; 1 if that was not measured. */
double overhead_idle_available(const struct comparison *comparison);

/* How much of an idle CPU there is to have, on the metal and under Linux. */
void overhead_add_idle(struct tables *tables, const char *section,
		       const struct comparison *comparison);

/* What a process sees of interrupts, beside the metal's figures that are nearest to it. */
void overhead_add_interrupts(struct tables *tables, const char *section,
			     const struct comparison *comparison);

/* Whether both sides have the figure and their operations are alike (compare/pairs.h): then, and
 * only then, is there a ratio. */
bool overhead_is_comparable(const struct metric *metric);
bool overhead_has_ratio(const struct metric *metric);

/* "Linux's alone has look-up, clearing.": how two operations differ; NULL if they do not. */
const char *overhead_difference_text(struct tables *tables, const struct metric *metric);

/* What each side's operation consists of: of the figures compared, and of all there are. */
void overhead_add_pairs(struct tables *tables, const char *section,
			const struct comparison *comparison);
void topic_pairs(struct tables *tables);

/* By how much figures differ whose operations are not alike, and in what these differ. */
void overhead_add_not_comparable(struct tables *tables, const char *section,
				 const struct comparison *comparison);

/* What most people ask, and every benchmark in a row. */
void overhead_add_headlines(struct tables *tables, const char *section,
			    const struct comparison *comparison);
void overhead_add_benchmarks(struct tables *tables, const char *section,
			     const struct comparison *comparison);

/* A cell of text that marks a figure: a run that should repeat exactly and does not, or else one
 * that is not one value. */
void overhead_marks_cell(struct table *table, const struct comparison *comparison,
			 const struct metric *metric);

#endif
