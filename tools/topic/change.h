/* SPDX-License-Identifier: MIT */
/* Report of a change: improved and regressed metrics. */
#ifndef TOOLS_TOPIC_CHANGE_H
#define TOOLS_TOPIC_CHANGE_H

#include "tools/compare/compare.h"
#include "tools/compare/judge.h"
#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

struct changed_operation;
struct changed_operations;

/* Maximum number of explained changes, each with two boots. */
#define EXPLAINED_CHANGES_MAX 5

/* A function that causes changes. */
struct changed_function {
	const char *name;
	double least, most;             /* instructions of an operation */
	size_t operations;              /* that it changed */
	const char *where;              /* names of one operation of each change */
};

/* The functions that add up to a change of an operation. */
struct explained_change {
	const struct compared_metric *whole;
	const char *text;               /* "f +24, g +4" */
};

struct changed_functions {
	struct changed_function *items; /* the largest first */
	size_t count;
	struct explained_change changes[EXPLAINED_CHANGES_MAX];
	size_t change_count;
};

struct change_report {
	const struct comparison *comparison;
	const struct judging *judging;
	const struct reasons *refused; /* not empty: the comparison was forced */
	const struct reasons *notes;
	bool is_gate;                  /* any change fails, also an improvement */
	bool is_strict;                /* a metric that only one side has fails too */
	int run_status;                /* exit status of the new run if it failed; else 0 */
	/* The commands that list the functions of a change, allocated with the tables; NULL if they
	 * cannot be given. The function may be NULL. */
	const char *(*explain)(void *context, struct tables *tables,
			       const struct compared_metric *metric);
	void *explain_context;
	const struct changed_functions *functions; /* NULL: not explained */
};

/* Make the tables of a change, which must outlive them. Unchanged metrics are details.
 * docs/compare.md describes them. */
void topic_change(struct tables *tables, const struct change_report *change);

#define CHANGES_TABLE "operations"

/* Like topic_change(), for readers: the verdict, then the operations that changed, worst first,
 * with their stages. The metrics of topic_change are details. */
void topic_review(struct tables *tables, const struct change_report *change);

/* Make test cases, with the facts of the comparison: one for each change, and one for each
 * operation that did not change. */
void topic_change_cases(struct tables *tables, const struct change_report *change);

/* Make the tables of a comparison that was not made: the reasons, and the status of the run if it
 * failed, else 0. */
void topic_change_refused(struct tables *tables, const struct reasons *refused, int run_status);

/* ---- For all ---- */

#define OPERATIONS_SECTION "Whole operations"

/* "fault.no_execute trap 4 KiB, 8 more": the name of a change; the stages that changed, with their
 * differences; the names of the other operations with the same change. */
const char *review_change_label(struct tables *tables, const struct comparison *comparison,
				const struct changed_operation *operation);
const char *review_stages(struct tables *tables, const struct changed_operation *operation);
const char *review_alike(struct tables *tables, const struct comparison *comparison,
			 const struct changed_operation *operation);

/* A part as a change in percent: "+16.7 %". */
const char *review_percent(struct tables *tables, double part);

/* Why a metric has no verdict; NULL if it has one. */
const char *change_remark(struct tables *tables, const struct change_report *change,
			  const struct compared_metric *metric);

#define COMPARISON_SECTION "Comparison"
#define ONE_SIDE_SECTION "One side only"

/* Begin and fill the table of the comparison's sides, test and cautions. */
struct table *change_add_facts(struct tables *tables, const struct change_report *change,
			       const char *section);

/* Whether both sides are exact counts of Linux, or of another system's processes. */
bool change_is_of_linux(const struct change_report *change);

/* The kind of the comparison's intervals. */
const char *change_interval_name(const struct change_report *change);

/* Add a table of metrics for each benchmark. Unchanged ones are details. */
void change_add_metrics(struct tables *tables, const struct change_report *change,
			const char *section, unsigned flags);

/* Set the title, the verdict and the checks that it rests on. Returns the numbers of operations
 * that changed, in words. */
const char *change_add_verdict(struct tables *tables, const struct change_report *change,
			       const struct changed_operations *operations);

/* Why the comparison is inconclusive, with the number of runs needed; NULL if it is conclusive. */
const char *change_inconclusive_text(struct tables *tables, const struct change_report *change);

/* Write the verdict; "differs" if too few runs support improved or regressed. */
void change_verdict_cell(struct table *table, const struct change_report *change,
			 const struct compared_metric *metric);

/* Whether a metric fails the comparison, and the number of metrics that do. */
bool change_is_failure(const struct change_report *change, const struct compared_metric *metric);
size_t change_count_failures(const struct change_report *change);

#endif
