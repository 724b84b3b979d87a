/* SPDX-License-Identifier: MIT */
/* A baseline: the exact metrics of a deterministic run, in a text file under version control. Each
 * metric is one line, "name: samples", so a change of one instruction is a one-line diff. */
#ifndef TOOLS_RESULTS_BASELINE_H
#define TOOLS_RESULTS_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tools/record/result.h"

struct baseline_line {
	char *name;             /* "null.timing warm", or "condition cpu" */
	/* "8*5": five samples of 8; "17*4 in 3": four samples of 17, each of three operations */
	char *value;
};

struct baseline {
	struct baseline_line *lines;
	size_t count, capacity;
	void *keys;             /* a tree of the lines' names, of tsearch() */
};

/* In file order. */
enum baseline_kind {
	BASELINE_CONDITION,     /* affects the counts, so it must match */
	BASELINE_NOTE,          /* information only, such as the kernel version */
	BASELINE_METRIC,
	BASELINE_KINDS
};

enum baseline_verdict {
	BASELINE_PASS,
	BASELINE_FAIL,
	/* another machine or selection: metrics are not comparable */
	BASELINE_NOT_COMPARABLE,
};

/* The metrics of a run, in its order: raw samples, with the timing overhead in them. */
void baseline_from_result(const struct result *result, struct baseline *baseline);

/* Append a condition of the host. */
void baseline_add_condition(struct baseline *baseline, const char *name, const char *value);

/* Append a note about the host. */
void baseline_add_note(struct baseline *baseline, const char *name, const char *value);

/* Add the samples of another boot to the metrics whose samples differ. Such a metric is no longer
 * constant. */
void baseline_merge(struct baseline *baseline, const struct baseline *other);

enum baseline_kind baseline_line_kind(const struct baseline_line *line);
size_t baseline_count(const struct baseline *baseline, enum baseline_kind kind);
/* Number of metrics of new that baseline_compare compares with base. */
size_t baseline_count_compared(const struct baseline *base, const struct baseline *new);
/* Returns NULL if the baseline has no line of that name. */
const struct baseline_line *baseline_find(const struct baseline *baseline, const char *name);

/* Whether all samples of a line are equal. */
bool baseline_is_constant(const struct baseline_line *line);

/* Read or write a file. On failure, print the line and the cause, and return false. */
bool baseline_read(const char *path, struct baseline *baseline);
bool baseline_write(const char *path, const struct baseline *baseline);

/* Comparison of one line, in the order of the report. */
enum baseline_finding {
	BASELINE_CHANGED,
	BASELINE_NEW,                   /* base is NULL */
	BASELINE_MISSING,               /* new is NULL */
	BASELINE_UNSTABLE,              /* not constant, but overlaps the baseline: not checked */
	BASELINE_LAYOUT_DEPENDENT,      /* varies with the memory layout of Linux: not checked */
	BASELINE_OTHER_EMULATOR,        /* depends on QEMU's version, which differs: not compared */
	BASELINE_MATCHES,
};

typedef void baseline_visit(void *context, enum baseline_finding finding,
			    const struct baseline_line *base, const struct baseline_line *new);

/* Compare all lines of one kind: those of new in their order, then the missing ones. */
void baseline_walk(const struct baseline *base, const struct baseline *new, enum baseline_kind kind,
		   baseline_visit *visit, void *context);

/* The same of all metrics: those that differ in the order of baseline_compare, then the others. */
void baseline_walk_worst_first(const struct baseline *base, const struct baseline *new,
			       baseline_visit *visit, void *context);

/* Whether two lines of one name have equal values. In a condition, the order of list items is
 * ignored. */
bool baseline_is_equal(const struct baseline_line *base, const struct baseline_line *new);

/* Instructions per operation; the midrange if the samples differ. */
struct baseline_change {
	double before, after;
	bool is_exact;
};

/* Returns false if the two costs are equal, or if a value has no samples. */
bool baseline_compute_change(const struct baseline_line *base, const struct baseline_line *new,
			     struct baseline_change *change);

/* Relative difference between the minimum and the maximum of all samples of both lines. */
double baseline_compute_spread(const struct baseline_line *base, const struct baseline_line *new);

/* One line of text: number of regressed and improved metrics, and the largest regression of a whole
 * operation; if none regressed, the largest change. The caller
 * frees it. Returns NULL if no metric changed. */
char *baseline_summary(const struct baseline *base, const struct baseline *new);

/* Print a summary and at most twenty differences to out, and return the verdict. Changed metrics
 * come first: regressed before improved, largest change first, then stages, and cold ones last. New
 * and missing metrics follow; they fail the comparison if is_strict. Unchecked metrics come last.
 *
 * A metric that is not constant in the baseline matches if the ranges of both sides' samples
 * overlap. Under Linux it varies with the memory layout and is not checked. If Linux ran on another
 * version of QEMU, only metrics of the exact suite are compared. All others depend on the expiry of
 * Linux's timers, which QEMU's firmware and devices affect. */
enum baseline_verdict baseline_compare(const struct baseline *base, const struct baseline *new,
				       bool is_strict, FILE *out);

void baseline_free(struct baseline *baseline);

#endif
