/* SPDX-License-Identifier: MIT */
/* Metrics of one machine over many runs, and the runs at which they changed. */
#ifndef TOOLS_COMPARE_HISTORY_H
#define TOOLS_COMPARE_HISTORY_H

#include <stdbool.h>

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/stats/change_point.h"

/* Probability that a history without a change shows any change. */
#define HISTORY_FALSE_ALARMS 0.05

/* One entry of the history: one run, or the runs of several memory layouts. */
struct history_entry {
	size_t first, count;            /* indices of the comparison's runs */
};

/* A metric over the entries. */
struct timeline {
	const struct compared_metric *metric;
	double *medians;                /* by entry; NaN: the entry lacks the metric */
	double *values;                 /* the medians that are not NaN */
	size_t *entries;                /* the entry of each value */
	size_t count;                   /* of values */
	bool is_exact;                  /* instructions, equal in all samples of a run: any
					 * difference between runs is a step */
	double slope_part;              /* per entry, as a part of the median */
	double trend_part;              /* relative difference between the last and the first level.
					 * These are levels of the steps. Without steps, they are on
					 * a line of this slope through the median */
	struct change_point *changes;   /* their first is an index of values and entries */
	size_t change_count;
};

struct history {
	const struct comparison *comparison;    /* COMPARE_HISTORY, after compare_make */
	const struct reasons *refused;          /* not empty: --force */
	const struct reasons *left_out;         /* excluded runs; NULL: none */
	struct history_entry *entries;
	size_t entry_count;
	struct timeline *timelines;
	size_t count;
	bool is_counted;                /* in instructions */
	double level;                   /* significance level for a change of one metric */
};

/* comparison and refused must outlive the history. */
void history_make(const struct comparison *comparison, const struct reasons *refused,
		  struct history *history);
void history_free(struct history *history);

/* Remove the runs that are not comparable with the last one (same_machine_refuse). For each reason,
 * add the number of removed runs to left_out. */
void history_exclude_others(struct comparison *comparison, struct reasons *left_out);

/* The build of a run; "" if its manifest is lost. */
const char *history_build(const struct compared_run *run);

/* What was changed on the machine since the run before: firmware, microcode, memory, as "firmware
 * 1.08, was 1.07". The caller frees the text; NULL if nothing is known to differ. */
char *history_describe_update(const struct compared_run *before, const struct compared_run *run);

/* What differs between the run and the previous one (NULL: none): the updates of the machine, and
 * the first of these that differs: the kernel's version, its image, its command line, the build.
 * The caller frees the text; "" if unknown. */
char *history_describe_difference(const struct compared_run *before,
				  const struct compared_run *run);

#endif
