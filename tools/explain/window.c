/* SPDX-License-Identifier: MIT */
#include "tools/explain/window.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/sort.h"

#define PAIRS_MAX 512
/* Limits of the search for a pair that cannot be found by a sample: marks before the end of the
 * point, and marks from one read of the pair to the other. */
#define PAIR_SEARCH_MARKS 512
#define PAIR_DISTANCE_MAX 16
/* Executions of a pair between two samples. */
#define SKIPPED_MAX 64
/* Passes of a loop that show how long an ordinary one is. */
#define ORDINARY_PASSES 64
/* Number of tries that must be as long as the shortest one. If something disturbed the others, one
 * is enough. */
#define TRIES_MIN 2

/* Two instructions that read the clock. */
struct pair {
	uint64_t begin, end;            /* addresses */
};

struct search {
	const struct window_query *query;
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

static void windows_add(struct window_list *list, const struct window *window)
{
	if (list->count == list->capacity) {
		list->capacity = 2 * list->capacity + 64;
		list->items = xreallocarray(list->items, list->capacity, sizeof(*list->items));
	}
	list->items[list->count++] = *window;
}

static uint64_t window_insns(const struct window_query *query, const struct window *window)
{
	const struct profile_mark *marks = query->trace->marks;

	return marks[window->end].executed - marks[window->begin].executed;
}

/* ---- Pairs of clock reads ---- */

/* The mark of the point, after from, that follows by that many instructions; 0 if there is none. */
static size_t mark_after(const struct window_query *query, size_t from, uint64_t insns)
{
	const struct profile_mark *marks = query->trace->marks;
	size_t low = from + 1, high = query->point->end;
	uint64_t wanted = marks[from].executed + insns;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (marks[middle].executed < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low < query->point->end && marks[low].executed == wanted ? low : 0;
}

static void search_add_pair(struct search *search, size_t begin, size_t end)
{
	const struct profile_mark *marks = search->query->trace->marks;
	const struct pair pair = {marks[begin].address, marks[end].address};

	for (size_t i = 0; i < search->pair_count; i++) {
		if (memcmp(&search->pairs[i], &pair, sizeof(pair)) == 0)
			return;
	}
	if (search->pair_count < PAIRS_MAX)
		search->pairs[search->pair_count++] = pair;
}

/* All pairs that have executed the number of instructions of the last sample. */
static void search_pairs_of_sample(struct search *search)
{
	const struct window_query *query = search->query;

	for (size_t i = query->point->begin + 1; i < query->point->end; i++) {
		size_t end = mark_after(query, i, query->samples[query->count - 1]);

		if (end != 0)
			search_add_pair(search, i, end);
	}
}

/* Pairs that occur near the end of the point; for a loop, the same clock read twice. */
static void search_pairs_of_point(struct search *search, bool is_loop)
{
	const struct window_query *query = search->query;
	const struct profile_mark *marks = query->trace->marks;
	size_t first = query->point->begin + 1, end = query->point->end;

	if (end - first > PAIR_SEARCH_MARKS)
		first = end - PAIR_SEARCH_MARKS;
	for (size_t i = first; i < end; i++) {
		for (size_t j = i + 1; j < end && j - i <= PAIR_DISTANCE_MAX; j++) {
			if (is_loop == (marks[i].address == marks[j].address))
				search_add_pair(search, i, j);
		}
	}
}

/* ---- Executions of a pair ---- */

/* One for each sample, from the last one back. */
static bool find_single(const struct window_query *query, const struct pair *pair,
			struct window_list *windows)
{
	const struct profile_mark *marks = query->trace->marks;
	size_t left = query->count, limit = query->point->end;

	windows->items = xcalloc(query->count + 1, sizeof(*windows->items));
	windows->capacity = query->count + 1;
	for (size_t i = query->point->end; left > 0 && i-- > query->point->begin + 1;) {
		size_t end;

		if (marks[i].address != pair->begin)
			continue;
		end = mark_after(query, i, query->samples[left - 1]);
		if (end == 0 || end > limit || marks[end].address != pair->end)
			continue;
		left--;
		windows->items[left] = (struct window){.begin = i, .end = end, .sample = left};
		limit = i;
	}
	windows->count = query->count;
	return left == 0;
}

/* All executions: from the first read of one to the next read of the other. */
static struct window_list executions(const struct window_query *query, const struct pair *pair)
{
	const struct profile_mark *marks = query->trace->marks;
	struct window_list list = {0};
	size_t begin = 0;

	for (size_t i = query->point->begin + 1; i < query->point->end; i++) {
		if (begin != 0 && marks[i].address == pair->end) {
			windows_add(&list, &(struct window){.begin = begin, .end = i});
			begin = 0;
		}
		if (begin == 0 && marks[i].address == pair->begin)
			begin = i;
	}
	return list;
}

/* The last execution of the pair that is as long as all samples, if that many are. */
static bool find_repeated(const struct window_query *query, const struct pair *pair, size_t least,
			  struct window_list *windows)
{
	struct window_list all = executions(query, pair);
	struct window last = {0};
	size_t found = 0;

	for (size_t i = 0; i < all.count; i++) {
		if (window_insns(query, &all.items[i]) != query->samples[0])
			continue;
		last = all.items[i];
		found++;
	}
	for (size_t i = 0; i < query->count && query->samples[i] == query->samples[0]; i++) {
		last.sample = i;
		windows_add(windows, &last);
	}
	free(all.items);
	return found >= least && windows->count == query->count;
}

/* The execution with that many instructions that is nearest to another one, which has the same
 * callers then. */
static struct window nearest(const struct window_query *query, const struct window_list *all,
			     size_t at, uint64_t insns)
{
	size_t before = at, after = at + 1;

	for (;;) {
		if (before > 0 && window_insns(query, &all->items[--before]) == insns)
			return all->items[before];
		if (after < all->count && window_insns(query, &all->items[after]) == insns)
			return all->items[after];
		after++;
	}
}

/* Part of a sample; of a sum of excesses, with the pass that is subtracted. */
static void add_part(const struct window_query *query, const struct window_list *all, size_t at,
		     size_t sample, uint64_t less, struct window_list *windows)
{
	struct window part = all->items[at];

	part.sample = sample;
	if (window_insns(query, &part) == less)
		return;
	windows_add(windows, &part);
	if (less == 0)
		return;
	part = nearest(query, all, at, less);
	part.sample = sample;
	part.is_subtracted = true;
	windows_add(windows, &part);
}

/* A sum of consecutive executions for each sample, from the last one back. An execution contributes
 * its instructions without those of an ordinary one. */
static bool find_sums(const struct window_query *query, const struct window_list *all,
		      uint64_t less, struct window_list *windows)
{
	size_t left = query->count, at = all->count, skipped = 0;

	while (left > 0 && at > 0 && skipped <= SKIPPED_MAX) {
		uint64_t sum = 0, wanted = query->samples[left - 1];
		size_t first = at;

		if (wanted == 0) {
			left--;
			continue;
		}
		while (sum < wanted && first > 0 &&
		       window_insns(query, &all->items[first - 1]) >= less)
			sum += window_insns(query, &all->items[--first]) - less;
		if (sum != wanted || first == at) {
			skipped += first == at || window_insns(query, &all->items[at - 1]) != less;
			at--;
			continue;
		}
		left--;
		for (; at > first; at--)
			add_part(query, all, at - 1, left, less, windows);
		skipped = 0;
	}
	return left == 0;
}

static bool find_sum(const struct window_query *query, const struct pair *pair,
		     struct window_list *windows)
{
	struct window_list all = executions(query, pair);
	bool is_found = find_sums(query, &all, 0, windows);

	free(all.items);
	return is_found;
}

/* The most frequent number of instructions of the last windows; before them, the loop was
 * calibrated. */
static uint64_t ordinary_insns(const struct window_query *query, const struct window_list *all)
{
	uint64_t insns[ORDINARY_PASSES], ordinary = 0;
	size_t count = all->count < ORDINARY_PASSES ? all->count : ORDINARY_PASSES;
	size_t most = 0, same = 0;

	for (size_t i = 0; i < count; i++)
		insns[i] = window_insns(query, &all->items[all->count - count + i]);
	sort_numbers(insns, count);
	for (size_t i = 0; i < count; i++) {
		same = i > 0 && insns[i] == insns[i - 1] ? same + 1 : 1;
		if (same > most) {
			most = same;
			ordinary = insns[i];
		}
	}
	return ordinary;
}

/* All long passes. */
static bool find_excess(const struct window_query *query, const struct pair *pair,
			struct window_list *windows)
{
	struct window_list all = executions(query, pair);
	bool is_found = find_sums(query, &all, ordinary_insns(query, &all), windows);

	free(all.items);
	return is_found;
}

static bool find_windows(const struct window_query *query, const struct pair *pair, size_t tries,
			 struct window_list *windows)
{
	*windows = (struct window_list){0};
	switch (query->kind) {
	case WINDOW_SINGLE: return find_single(query, pair, windows);
	case WINDOW_REPEATED: return find_repeated(query, pair, tries, windows);
	case WINDOW_SUM: return find_sum(query, pair, windows);
	case WINDOW_EXCESS: return find_excess(query, pair, windows);
	}
	return false;
}

/* ---- The best pair ---- */

static const struct window *last_of(const struct window_list *windows)
{
	const struct window *last = windows->items;

	for (size_t i = 0; i < windows->count; i++) {
		if (!windows->items[i].is_subtracted && windows->items[i].begin >= last->begin)
			last = &windows->items[i];
	}
	return last;
}

/* The lowest rank is the best: the first window after the previous stage, then the first one before
 * its end. A loop of clock reads comes last. */
static uint64_t windows_rank(const struct window_query *query, const struct window_list *windows)
{
	const struct window *window = last_of(windows);
	uint64_t rank = window->begin;

	if (query->trace->marks[window->begin].address == query->trace->marks[window->end].address)
		rank += (uint64_t)2 << 40;
	if (query->after != NULL && window->begin < query->after->end)
		rank += (uint64_t)1 << 40;
	return rank;
}

static size_t search_best(const struct search *search, size_t tries, struct window_list *windows)
{
	const struct window_query *query = search->query;
	size_t fitting = 0;

	for (size_t i = 0; i < search->pair_count; i++) {
		struct window_list found;

		if (find_windows(query, &search->pairs[i], tries, &found) && found.count > 0 &&
		    (fitting++ == 0 ||
		     windows_rank(query, &found) < windows_rank(query, windows))) {
			free(windows->items);
			*windows = found;
		} else {
			free(found.items);
		}
	}
	return fitting;
}

/* Executions of pairs near each other, or one execution that contains many other clock reads. */
static size_t search_sum(struct search *search, struct window_list *windows)
{
	size_t fitting;

	search_pairs_of_point(search, false);
	fitting = search_best(search, 0, windows);
	if (fitting > 0)
		return fitting;
	search->pair_count = 0;
	search_pairs_of_sample(search);
	return search_best(search, 0, windows);
}

static size_t search_repeated(struct search *search, struct window_list *windows)
{
	size_t fitting;

	search_pairs_of_sample(search);
	fitting = search_best(search, TRIES_MIN, windows);
	return fitting > 0 ? fitting : search_best(search, 1, windows);
}

size_t windows_find(const struct window_query *query, struct window_list *windows)
{
	struct search search = {.query = query};

	*windows = (struct window_list){0};
	if (query->count == 0)
		return 0;
	switch (query->kind) {
	case WINDOW_SINGLE:
		search_pairs_of_sample(&search);
		return search_best(&search, 0, windows);
	case WINDOW_REPEATED:
		return search_repeated(&search, windows);
	case WINDOW_SUM:
		return search_sum(&search, windows);
	case WINDOW_EXCESS:
		search_pairs_of_point(&search, true);
		return search_best(&search, 0, windows);
	}
	return 0;
}
