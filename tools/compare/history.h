/* SPDX-License-Identifier: MIT */
/* The figures of one machine over many runs, and when they changed. */
#ifndef TOOLS_COMPARE_HISTORY_H
#define TOOLS_COMPARE_HISTORY_H

#include <stdbool.h>

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/stats/change_point.h"

/* How often a history in which nothing changed may show any change at all. */
#define HISTORY_FALSE_ALARMS 0.05

/* Runs of one place in the history: one, or those of several layouts of memory. */
struct history_entry {
	size_t first, count;            /* of the comparison's runs */
};

/* A figure of the entries that have it, in their order. */
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

/* Where runs are not all of the last one's kind, which same_machine_refuse says, take away the
 * others, and add to left_out how many are for what reason. */
void history_keep_one_kind(struct comparison *comparison, struct reasons *left_out);

/* What the run is of that the one before it (NULL: none) is not: its kernel, by version or image,
 * what that was booted with, else its build. To be freed; "" where it does not say. */
char *history_what_is_new(const struct compared_run *before, const struct compared_run *run);

#endif
