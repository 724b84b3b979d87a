/* SPDX-License-Identifier: MIT */
/* Whole operations of a judged comparison, worst first, each with its stages and cold samples. Two
 * operations have one change in each of these cases: at least two of their stages changed by the
 * same numbers; their counts before and after are equal; only one stage of each changed, and the
 * counts of these stages before and after are equal. */
#ifndef TOOLS_TOPIC_CHANGED_OPERATIONS_H
#define TOOLS_TOPIC_CHANGED_OPERATIONS_H

#include "tools/compare/compare.h"
#include "tools/table/table.h"

struct changed_operation {
	const struct compared_metric *whole;    /* its cold samples, if only they changed */
	/* in order of measurement, the warm ones first; `whole` is not among them */
	const struct compared_metric **stages;
	size_t stage_count;
	/* Number of following operations with the same change, in the first of them; 0 in the
	 * others. Only exact counts can have the same change. */
	size_t followers;
	bool is_follower;
};

struct changed_operations {
	struct changed_operation *items;
	size_t count;           /* all */
	size_t shown;           /* that changed, or one of whose stages did: these come first */
	size_t regressions;     /* different changes that regressed: operations without followers */
	size_t changes[CHANGES]; /* operations by verdict */
};

/* Missing operations come first, then regressed, changed, improved and unstable ones, the largest
 * relative change first. Operations that did not change, but whose stages did, follow. Allocated
 * with the tables. */
void changed_operations_find(struct tables *tables, const struct comparison *comparison,
		     struct changed_operations *operations);

/* The operation with the largest change: a regression, else a change, else an improvement; NULL if
 * none changed. */
const struct changed_operation *
changed_operations_largest(const struct changed_operations *operations);

/* Whether the verdict is a difference or a loss. */
bool change_is_difference(enum change change);

#endif
