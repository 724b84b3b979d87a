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

/* A figure of the runs that have it, in their order. */
struct past {
	const struct metric *metric;
	double *values;
	size_t *runs;                   /* which run each value is of */
	size_t count;
	bool is_exact;                  /* instructions, the same in every sample of a run: any
					 * difference between runs is a step */
	double slope_part;              /* of the median, a run */
	struct change_point *changes;   /* first is an index of values and runs */
	size_t change_count;
};

struct history {
	const struct comparison *comparison;    /* a COMPARE_HISTORY that compare_make has made */
	const struct reasons *refused;          /* not empty: it was forced */
	struct past *pasts;
	size_t count;
	bool is_counted;                /* in instructions */
	double level;                   /* at which a change of one figure is taken for one */
};

/* comparison and refused must outlive the history. */
void history_make(const struct comparison *comparison, const struct reasons *refused,
		  struct history *history);
void history_free(struct history *history);

#endif
