/* SPDX-License-Identifier: MIT */
#include "tools/explain/window.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define PAIRS_MAX 64

/* Two instructions that read the clock. */
struct pair {
	uint64_t begin, end;            /* addresses */
};

struct search {
	const struct instruction_profile *trace;
	const struct point_marks *point;
	const uint64_t *samples;
	size_t count;
	struct pair pairs[PAIRS_MAX];
	size_t pair_count;
};

struct point_list points_find(const struct instruction_profile *trace)
{
	struct point_list points = {0};
	size_t begin = SIZE_MAX;

	for (size_t i = 0; i < trace->mark_list.count; i++) {
		if (trace->marks[i].kind == 'I') {
			begin = i;
		} else if (trace->marks[i].kind == 'O' && begin != SIZE_MAX) {
			if (points.count == points.capacity) {
				points.capacity = 2 * points.capacity + 64;
				points.items = xreallocarray(points.items, points.capacity,
							     sizeof(*points.items));
			}
			points.items[points.count++] = (struct point_marks){begin, i};
			begin = SIZE_MAX;
		}
	}
	return points;
}

/* The mark of the point, after from, that follows by that many instructions; 0 if there is none. */
static size_t mark_after(const struct search *search, size_t from, uint64_t insns)
{
	const struct profile_mark *marks = search->trace->marks;
	size_t low = from + 1, high = search->point->end;
	uint64_t wanted = marks[from].executed + insns;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (marks[middle].executed < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low < search->point->end && marks[low].executed == wanted ? low : 0;
}

static void search_add_pair(struct search *search, size_t begin, size_t end)
{
	const struct profile_mark *marks = search->trace->marks;
	const struct pair pair = {marks[begin].address, marks[end].address};

	for (size_t i = 0; i < search->pair_count; i++) {
		if (memcmp(&search->pairs[i], &pair, sizeof(pair)) == 0)
			return;
	}
	if (search->pair_count < PAIRS_MAX)
		search->pairs[search->pair_count++] = pair;
}

/* All pairs that have executed the number of instructions of the last sample. */
static void search_pairs(struct search *search)
{
	for (size_t i = search->point->begin + 1; i < search->point->end; i++) {
		size_t end = mark_after(search, i, search->samples[search->count - 1]);

		if (end != 0)
			search_add_pair(search, i, end);
	}
}

/* The windows of all samples between this pair, from the last one back. */
static bool search_windows(const struct search *search, const struct pair *pair,
			   struct window *windows)
{
	const struct profile_mark *marks = search->trace->marks;
	size_t left = search->count, limit = search->point->end;

	for (size_t i = search->point->end; left > 0 && i-- > search->point->begin + 1;) {
		size_t end;

		if (marks[i].address != pair->begin)
			continue;
		end = mark_after(search, i, search->samples[left - 1]);
		if (end == 0 || end > limit || marks[end].address != pair->end)
			continue;
		windows[--left] = (struct window){i, end};
		limit = i;
	}
	return left == 0;
}

/* The lowest rank is the best: the first window after the previous stage, then the first one before
 * its end. A loop of clock reads comes last. */
static uint64_t window_rank(const struct instruction_profile *trace, const struct window *window,
			    const struct window *after)
{
	uint64_t rank = window->begin;

	if (trace->marks[window->begin].address == trace->marks[window->end].address)
		rank += (uint64_t)2 << 40;
	if (after != NULL && window->begin < after->end)
		rank += (uint64_t)1 << 40;
	return rank;
}

size_t windows_find(const struct instruction_profile *trace, const struct point_marks *point,
		    const uint64_t *samples, size_t count, const struct window *after,
		    struct window *windows)
{
	struct search search = {.trace = trace, .point = point, .samples = samples, .count = count};
	struct window *found = xcalloc(count + 1, sizeof(*found));
	size_t fitting = 0;

	if (count > 0)
		search_pairs(&search);
	for (size_t i = 0; i < search.pair_count; i++) {
		if (!search_windows(&search, &search.pairs[i], found))
			continue;
		if (fitting++ == 0 || window_rank(trace, &found[count - 1], after) <
					      window_rank(trace, &windows[count - 1], after))
			memcpy(windows, found, count * sizeof(*windows));
	}
	free(found);
	return fitting;
}
