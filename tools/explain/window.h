/* SPDX-License-Identifier: MIT */
/* Where in a trace the samples of a series are: a sample is the difference of two reads of the
 * clock, and where ticks are instructions that is how many were executed between them. So the
 * places are found by the samples themselves: two instructions that read the clock, between which,
 * again and again, there were just as many. */
#ifndef TOOLS_EXPLAIN_WINDOW_H
#define TOOLS_EXPLAIN_WINDOW_H

#include "tools/explain/instruction_profile.h"

/* A point of a benchmark: marks from the one that begins it to the one that ends it. */
struct point_marks {
	size_t begin, end;
};

struct point_list {
	struct point_marks *items;
	size_t count, capacity;
};

/* Those points of a trace that came to their end, in their order; to be freed. */
struct point_list points_find(const struct instruction_profile *trace);

/* One sample: from the mark begin to the mark end. */
struct window {
	size_t begin, end;
};

/* Find the windows of the samples, in the order they were taken, the last of them latest in the
 * point. Where several pairs of reads fit, after is the window of the stage before (NULL: none), on
 * which the first of them follows. Returns how many pairs fit; windows has room for count. */
size_t windows_find(const struct instruction_profile *trace, const struct point_marks *point,
		    const uint64_t *samples, size_t count, const struct window *after,
		    struct window *windows);

#endif
