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
	size_t first, count;            /* of the comparison's runs */
};

/* A metric in the entries that have it, in their order. */
struct past {
	const struct metric *metric;
	double *medians;                /* one an entry, of its runs' medians; NaN: it lacks it */
	double *values;                 /* of those that have it */
	size_t *entries;                /* which entry each value is of */
	size_t count;
	bool is_exact;                  /* instructions, the same in every sample of a run: any
					 * difference between runs is a step */
	double slope_part;              /* of the median, an entry */
	double trend_part;              /* from the first to the last, of the first: of the levels
					 * of its steps, or where there is none of the line of that
					 * slope through the median */
	struct change_point *changes;   /* first is an index of values and entries */
	size_t change_count;
};

struct history {
	const struct comparison *comparison;    /* a COMPARE_HISTORY that compare_make has made */
	const struct reasons *refused;          /* not empty: it was forced */
	const struct reasons *left_out;         /* runs of another kind; NULL: none */
	struct history_entry *entries;
	size_t entry_count;
	struct past *pasts;
	size_t count;
	bool is_counted;                /* in instructions */
	double level;                   /* at which a change of one figure is taken for one */
};

/* comparison and refused must outlive the history. */
void history_make(const struct comparison *comparison, const struct reasons *refused,
		  struct history *history);
void history_free(struct history *history);

/* Remove the runs that are not comparable with the last one (same_machine_refuse), and add the
 * number of them for each reason to left_out. */
void history_keep_one_kind(struct comparison *comparison, struct reasons *left_out);

/* Difference of the run from the previous one (NULL: none): kernel version or image, kernel command
 * line, else build. The caller frees the text; "" if unknown. */
char *history_what_is_new(const struct compared_run *before, const struct compared_run *run);

#endif
