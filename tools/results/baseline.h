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

enum baseline_verdict {
	BASELINE_SAME,
	BASELINE_DIFFERS,
	BASELINE_OTHER_CONDITIONS,      /* of another machine or selection: figures mean nothing */
};

/* The figures of a run, in its order: samples as they were taken, the cost of the clock reads in
 * them. */
void baseline_of(const struct result *result, struct baseline *baseline);

/* Read or write a file. On failure say which line and why, and return false. */
bool baseline_read(const char *path, struct baseline *baseline);
bool baseline_write(const char *path, const struct baseline *baseline);

/* Say on out what is not as it was kept: changed figures, missing and new ones. A figure whose kept
 * samples are not one value is not exact: it is as it was kept while the ranges of its samples
 * overlap, and what it is now is said without being held against the run. */
enum baseline_verdict baseline_compare(const struct baseline *kept, const struct baseline *now,
				       FILE *out);

void baseline_free(struct baseline *baseline);

#endif
