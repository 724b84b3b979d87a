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

/* One sample: from mark begin to mark end. */
struct window {
	size_t begin, end;
};

/* Find the windows of the samples, in the order of measurement, as late in the point as possible.
 * If several pairs of clock reads match, after selects the one that follows the window of the
 * previous stage; NULL: no previous stage. Returns the number of matching pairs. windows must have
 * room for count. */
size_t windows_find(const struct instruction_profile *trace, const struct point_marks *point,
		    const uint64_t *samples, size_t count, const struct window *after,
		    struct window *windows);

#endif
