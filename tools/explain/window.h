/* SPDX-License-Identifier: MIT */
/* Finds the samples of a series in a trace. If ticks are instructions, a sample is the number of
 * instructions executed between two clock reads. The pair of clock reads is therefore found by the
 * samples: the counts between its executions must equal all samples in order. */
#ifndef TOOLS_EXPLAIN_WINDOW_H
#define TOOLS_EXPLAIN_WINDOW_H

#include "tools/explain/instruction_profile.h"

/* A point of a benchmark: from its first mark to its last. */
struct point_marks {
	size_t begin, end;
};

struct point_list {
	struct point_marks *items;
	size_t count, capacity;
};

/* The completed points of a trace, in order. The caller frees them. */
struct point_list points_find(const struct instruction_profile *trace);

/* What a sample is made of. */
enum window_kind {
	WINDOW_SINGLE,          /* one execution of a pair of clock reads */
	WINDOW_REPEATED,        /* the same execution for all samples */
	WINDOW_SUM,             /* the sum of several executions, with other code between */
	/* the sum of several passes of a loop with a clock read, minus the instructions of an
	 * ordinary pass for each */
	WINDOW_EXCESS,
};

/* The counts from mark begin to mark end. They are part of a sample, or subtracted from it. */
struct window {
	size_t begin, end;
	size_t sample;
	bool is_subtracted;
};

struct window_list {
	struct window *items;           /* the parts of all samples */
	size_t count, capacity;
};

struct window_query {
	const struct instruction_profile *trace;
	const struct point_marks *point;
	enum window_kind kind;
	const uint64_t *samples;
	size_t count;
	const struct window *after;     /* the last window of the previous stage; NULL: none */
};

/* Find the windows of the samples, in the order of measurement, as late in the point as possible.
 * If several pairs of clock reads match, selects the one that follows the previous stage. Returns
 * the number of matching pairs. The caller frees the windows. */
size_t windows_find(const struct window_query *query, struct window_list *windows);

#endif
