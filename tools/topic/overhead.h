/* SPDX-License-Identifier: MIT */
/* Cost of the operating system: the same benchmarks on bare metal and under Linux. */
#ifndef TOOLS_TOPIC_OVERHEAD_H
#define TOOLS_TOPIC_OVERHEAD_H

#include "tools/compare/compare.h"
#include "tools/compare/pairs.h"
#include "tools/compare/same_machine.h"
#include "tools/compare/side_list.h"
#include "tools/table/table.h"

#define OVERHEAD_MEMORY_SECTION "Memory"

struct overhead_report {
	const struct comparison *comparison;
	const struct reasons *refused; /* not empty: the comparison was forced */
	const struct reasons *notes;
};

/* Make the tables of a comparison, which must outlive them; docs/overhead.md describes them. */
void topic_overhead(struct tables *tables, const struct overhead_report *overhead);

/* Like topic_overhead(), in addition to the tables of a run; table names begin with "overhead.". */
void topic_overhead_add(struct tables *tables, const struct overhead_report *overhead);

/* ---- Parts ---- */

/* Set the verdict and its checks. The other tables must have been added. */
void overhead_add_verdict(struct tables *tables, const struct overhead_report *overhead);

/* Fill in a cell of a ratio or a difference; estimate may be NULL. */
void overhead_estimate(struct table *table, const struct estimate *estimate, bool is_exact);

/* Whether the metric is counted and the samples of this side differ. */
bool overhead_varies(const struct compared_metric *metric, enum side side);

/* The smaller number of runs of the two sides. */
size_t overhead_fewest_runs(const struct comparison *comparison);

/* Column head of the intervals; with few runs it gives their approximate coverage. */
const char *overhead_interval_name(const struct comparison *comparison);
void overhead_add_intervals(struct table *facts, const struct comparison *comparison);

/* If times are measured, warn of a busy host and of metrics that show it. */
void overhead_add_cautions(struct table *facts, const struct comparison *comparison);

/* Share of the CPU available to the bare-metal loop; 1 if not measured. */
double overhead_idle_available(const struct comparison *comparison);

/* CPU time available to an idle loop, on bare metal and under Linux. */
void overhead_add_idle(struct tables *tables, const char *section,
		       const struct comparison *comparison);

/* Interrupts and wake-ups of a process, next to the closest bare-metal metrics. */
void overhead_add_interrupts(struct tables *tables, const char *section,
			     const struct comparison *comparison);

/* Whether the operations are comparable (compare/pairs.h). The second function tells whether the
 * metric has a ratio, that is, whether both sides have the metric and the operations are
 * comparable. */
bool overhead_is_comparable(const struct compared_metric *metric);
bool overhead_has_ratio(const struct compared_metric *metric);

/* "Linux only: look-up, clearing. Linux also: RCU.": the parts in which the operations differ, and
 * the work of Linux beyond bare metal in the common parts; NULL if nothing is declared, and for
 * other operating systems. comparison may be NULL, for Linux. */
const char *overhead_difference_text(struct tables *tables, const struct comparison *comparison,
				     const struct compared_metric *metric);

/* Like overhead_difference_text(), of a declared pair; "" if nothing is declared to differ. */
const char *overhead_pair_text(struct tables *tables, const struct pair *pair, bool is_x86);

/* Parts of each side's operation: of the compared metrics, and of all declared pairs. */
void overhead_add_pairs(struct tables *tables, const char *section,
			const struct comparison *comparison);
void topic_pairs(struct tables *tables);

/* Differences of metrics whose operations are not comparable, and the differing parts. */
void overhead_add_not_comparable(struct tables *tables, const char *section,
				 const struct comparison *comparison);

/* Base hardware, estimated overhead, prediction and measurement of Linux's operations. */
void overhead_add_predictions(struct tables *tables, const char *section,
			      const struct comparison *comparison);

/* Like overhead_add_predictions(), for each kernel of a list whose first side is bare metal, by
 * operation. */
void overhead_add_predictions_of_kernels(struct tables *tables, const struct side_list *list);

/* "In instructions, a system call costs × 5.57, a switch × 14.5", after the words on the time base.
 * NULL without such a ratio. */
const char *overhead_title(struct tables *tables, const struct comparison *comparison,
			   const char *time_base);

/* The curves of both sides of a load by working set, on one scale; nothing for instructions. */
void overhead_add_memory(struct tables *tables, const struct comparison *comparison);

/* Key metrics, and every benchmark in a row. */
void overhead_add_headlines(struct tables *tables, const char *section,
			    const struct comparison *comparison);
void overhead_add_benchmarks(struct tables *tables, const char *section,
			     const struct comparison *comparison);

/* Write the marks cell: "!" if runs should repeat exactly and do not; otherwise "~" if the metric
 * is unstable. */
void overhead_marks_cell(struct table *table, const struct comparison *comparison,
			 const struct compared_metric *metric);

#endif
