/* SPDX-License-Identifier: MIT */
/* A baseline: the exact metrics of a deterministic run, in a text file under version control. Each
 * metric is one line, "name: samples", so a change of one instruction is a one-line diff. */
#ifndef TOOLS_RESULTS_BASELINE_H
#define TOOLS_RESULTS_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tools/record/result.h"

#define BASELINE_CONDITION_MARK "condition "
#define BASELINE_NOTE_MARK "note "
#define BASELINE_IN " in " /* before the number of operations of each sample */

/* Maximum number of samples of a metric. */
#define BASELINE_SAMPLES_MAX 100000

struct baseline_line {
	char *name;             /* "null.timing warm", or "condition cpu" */
	/* "8*5": five samples of 8; "17*4 in 3": four samples of 17, each of three operations */
	char *value;
	size_t number;          /* in the file, from 1; 0: not read from a file */
	size_t equal_boots;     /* of baseline_merge(): boots so far that equal the first one */
	bool varies;            /* some boot differs */
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

/* Append the conditions and notes that a run's records state. */
void baseline_add_run(struct baseline *baseline, const struct result *result);

/* Append what baseline_add_run() appends, and the run's metrics in their order. The metrics are raw
 * samples, from which no timing overhead is subtracted. */
void baseline_from_result(const struct result *result, struct baseline *baseline);

/* Make a run, to be freed, of a baseline. Units, descriptions and the timing overhead of its
 * metrics are those of a run with the same metrics. If there is no such run (NULL), the unit is
 * ticks, and no sample includes the overhead. */
struct result *baseline_to_result(const struct baseline *baseline, const struct result *like);

/* Append a line, "name: value". */
void baseline_append(struct baseline *baseline, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Append a condition or a note of the host. */
void baseline_add_condition(struct baseline *baseline, const char *name, const char *value);
void baseline_add_note(struct baseline *baseline, const char *name, const char *value);

/* Add another boot. A metric whose samples differ gets the samples of all boots, and is not
 * constant any more. */
void baseline_merge(struct baseline *baseline, const struct baseline *other);

enum baseline_kind baseline_line_kind(const struct baseline_line *line);
size_t baseline_count(const struct baseline *baseline, enum baseline_kind kind);

/* Returns NULL if the baseline has no line of that name. */
const struct baseline_line *baseline_find(const struct baseline *baseline, const char *name);

/* The line of a metric; state is "cold" or "warm". NULL if there is none. */
const struct baseline_line *baseline_find_metric(const struct baseline *baseline,
						 const char *bench, const char *point,
						 const char *stage, const char *state);

/* Whether all samples of a line are equal. */
bool baseline_is_constant(const struct baseline_line *line);

/* Whether a metric has a list of samples as its value, and none of them is too large. */
bool baseline_has_samples(const struct baseline_line *line);

/* Whether two conditions of one name have equal values. The order of list items is ignored. */
bool baseline_condition_is_equal(const struct baseline_line *base,
				 const struct baseline_line *new);

/* Whether the first bytes of a file are those of a baseline, which begins with a comment or a
 * condition. BASELINE_MARK_BYTES suffice. */
#define BASELINE_MARK_BYTES 16
bool baseline_begins(const char *bytes, size_t count);

/* Read or write a file. On failure, print the line and the cause, and return false. */
bool baseline_read(const char *path, struct baseline *baseline);
bool baseline_write(const char *path, const struct baseline *baseline);

/* Like baseline_read(), for an open file of which some bytes were already read. name is for
 * messages. */
bool baseline_read_file(FILE *file, const char *name, const char *before, size_t before_count,
			struct baseline *baseline);

void baseline_free(struct baseline *baseline);

#endif
