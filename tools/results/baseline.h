/* SPDX-License-Identifier: MIT */
/* Exact figures of a deterministic run, kept in a file that people review: a line a figure, "what:
 * samples", so that a change of one instruction is one line in a diff. */
#ifndef TOOLS_RESULTS_BASELINE_H
#define TOOLS_RESULTS_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tools/record/result.h"

struct baseline_line {
	char *what;             /* "null.timing warm", or "condition cpu" */
	char *value;            /* "8*5": five samples of 8;
				 * "17*4 in 3": of three operations each */
};

struct baseline {
	struct baseline_line *lines;
	size_t count;
};

/* In the order in which a file has them. */
enum baseline_sort {
	BASELINE_CONDITION,     /* what decides the counts, and so has to be the same */
	BASELINE_NOTE,          /* what is said beside: which kernel it was */
	BASELINE_FIGURE,
	BASELINE_SORTS
};

enum baseline_verdict {
	BASELINE_SAME,
	BASELINE_DIFFERS,
	BASELINE_OTHER_CONDITIONS,      /* of another machine or selection: figures mean nothing */
};

/* The figures of a run, in its order: samples as they were taken, the cost of the clock reads in
 * them. */
void baseline_of(const struct result *result, struct baseline *baseline);

/* One more condition, of the host's side. */
void baseline_add_condition(struct baseline *baseline, const char *name, const char *value);

/* One more note, likewise. */
void baseline_add_note(struct baseline *baseline, const char *name, const char *value);

/* Put another boot's samples behind those that are there, where they are not the same: a figure
 * that is not one value in all boots varies. */
void baseline_merge(struct baseline *baseline, const struct baseline *other);

enum baseline_sort baseline_sort_of(const struct baseline_line *line);
size_t baseline_count(const struct baseline *baseline, enum baseline_sort sort);
/* How many figures of now baseline_compare compares with kept. */
size_t baseline_count_compared(const struct baseline *kept, const struct baseline *now);
/* The line of that name; NULL when there is none. */
const struct baseline_line *baseline_find(const struct baseline *baseline, const char *what);

/* Whether all samples of a line are one value. */
bool baseline_is_one_value(const struct baseline_line *line);

/* Read or write a file. On failure say which line and why, and return false. */
bool baseline_read(const char *path, struct baseline *baseline);
bool baseline_write(const char *path, const struct baseline *baseline);

/* What became of a line. */
enum baseline_finding {
	BASELINE_MATCHES,
	BASELINE_CHANGED,
	BASELINE_UNSTABLE,              /* several values, within the baseline's: not checked */
	BASELINE_LAYOUT_DEPENDENT,      /* unstable under Linux, by memory layout: not checked */
	BASELINE_OTHER_EMULATOR,        /* depends on QEMU's version, which differs: not compared */
	BASELINE_NEW,                   /* kept is NULL */
	BASELINE_MISSING,               /* now is NULL */
};

typedef void baseline_visit(void *context, enum baseline_finding finding,
			    const struct baseline_line *kept, const struct baseline_line *now);

/* Tell of each line of a sort, those of now first, in their order. */
void baseline_walk(const struct baseline *kept, const struct baseline *now, enum baseline_sort sort,
		   baseline_visit *visit, void *context);

/* Whether two lines of one name say the same. */
bool baseline_is_same(const struct baseline_line *kept, const struct baseline_line *now);

/* What an operation took and takes: the middle of the samples, if they are not one value. */
struct baseline_change {
	double before, after;
	bool is_exact;
};

/* False if neither is more than the other. */
bool baseline_change_of(const struct baseline_line *kept, const struct baseline_line *now,
			struct baseline_change *change);

/* By how much the samples of both are apart, as a part of the least. */
double baseline_spread_of(const struct baseline_line *kept, const struct baseline_line *now);

/* How many figures cost more and how many less, and the largest change, as a line's text to be
 * freed; NULL when none changed. */
char *baseline_summary(const struct baseline *kept, const struct baseline *now);

/* Say on out what is not as it was kept, after a line that sums it up: changed figures, the largest
 * change first and cold ones last, then missing and new ones, which count if it is strict, and
 * those that are not held; no more than twenty, and how many more there are. A figure whose kept
 * samples are not one value is not exact: it is as it was kept while the ranges of its samples
 * overlap, and what it is now is said without being held against the run. Under Linux such a figure
 * moves with the layout of memory and is not held at all. If Linux ran on another version of QEMU,
 * only figures of the exact suite are compared: they are the same on every version; others depend
 * on when Linux's timers expire, which QEMU's firmware and devices decide. */
enum baseline_verdict baseline_compare(const struct baseline *kept, const struct baseline *now,
				       bool is_strict, FILE *out);

void baseline_free(struct baseline *baseline);

#endif
