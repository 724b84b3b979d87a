/* SPDX-License-Identifier: MIT */
/* Orders the events at one time. The next event is always the first remaining event of a CPU that
 * no other remaining event must precede. A fork precedes the events of its sub-task, and these
 * precede the join that ends the sub-task. A stop, wake-up or receive of a sub-task precedes its
 * start. Its enqueue precedes its receive. */
#include "tools/flow/ties.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

/* Counters of a sub-task. The key in number_map is one of these plus the sub-task's number. */
#define TIE_EVENTS (1ull << 33)         /* its own, and its fork */
#define TIE_FORK (1ull << 34)
#define TIE_BEFORE_START (1ull << 35)
#define TIE_ENQUEUE (1ull << 36)

struct tie {
	const struct flow_event *events;
	uint32_t *order;                /* from the first event of the tie */
	size_t count;
	uint32_t *left;                 /* the same events, by CPU */
	size_t *next, *end;             /* by CPU: indices in `left` */
	size_t cpus;
	struct number_map counts;       /* of remaining events */
};

static uint32_t tie_cpu(const struct flow_event *event)
{
	return (uint32_t)event->node << 8 | event->cpu;
}

/* ---- Remaining events ---- */

static void tie_count(struct tie *tie, uint64_t counter, uint32_t subtask, int change)
{
	uint64_t key = counter | subtask;
	uint32_t *count = number_map_find(&tie->counts, key);

	if (count != NULL)
		*count += (uint32_t)change;
	else
		number_map_add(&tie->counts, key, 1);
}

static bool tie_has(const struct tie *tie, uint64_t counter, uint32_t subtask)
{
	const uint32_t *count = number_map_find(&tie->counts, counter | subtask);

	return count != NULL && *count > 0;
}

static enum flow_construct tie_construct(const struct flow_event *event)
{
	return event->kind < FLOW_KIND_COUNT ? flow_kinds[event->kind].construct : FLOW_NO_VERTEX;
}

static bool tie_is_before_start(uint8_t kind)
{
	return kind == FLOW_STOP || kind == FLOW_READY || kind == FLOW_RECEIVE ||
	       kind == FLOW_RECEIVE_JOIN || kind == FLOW_UNBLOCKED || kind == FLOW_RESUME ||
	       kind == FLOW_THREAD_JOIN;
}

static void tie_count_event(struct tie *tie, const struct flow_event *event, int change)
{
	tie_count(tie, TIE_EVENTS, event->subtask, change);
	if (tie_construct(event) == FLOW_FORK) {
		tie_count(tie, TIE_EVENTS, event->other, change);
		tie_count(tie, TIE_FORK, event->other, change);
	}
	if (tie_is_before_start(event->kind))
		tie_count(tie, TIE_BEFORE_START, event->subtask, change);
	if (event->kind == FLOW_ENQUEUE)
		tie_count(tie, TIE_ENQUEUE, event->subtask, change);
}

/* Whether a remaining event must precede this one. */
static bool tie_is_preceded(const struct tie *tie, const struct flow_event *event)
{
	return tie_has(tie, TIE_FORK, event->subtask) ||
	       (tie_construct(event) == FLOW_JOIN && tie_has(tie, TIE_EVENTS, event->other)) ||
	       (event->kind == FLOW_START && tie_has(tie, TIE_BEFORE_START, event->subtask)) ||
	       (event->kind == FLOW_RECEIVE && tie_has(tie, TIE_ENQUEUE, event->subtask));
}

/* ---- One tie ---- */

/* Group its events by CPU, in their order, and count them. */
static void tie_begin(struct tie *tie)
{
	struct number_map places = {0};

	for (size_t i = 0; i < tie->count; i++) {
		const struct flow_event *event = &tie->events[tie->order[i]];
		uint64_t key = tie_cpu(event) + 1;

		if (number_map_find(&places, key) == NULL) {
			tie->end[tie->cpus] = 0;
			number_map_add(&places, key, (uint32_t)tie->cpus++);
		}
		tie->end[*number_map_find(&places, key)]++;
		tie_count_event(tie, event, 1);
	}
	for (size_t cpu = 0, at = 0; cpu < tie->cpus; cpu++) {
		tie->next[cpu] = at;
		at += tie->end[cpu];
		tie->end[cpu] = tie->next[cpu];
	}
	for (size_t i = 0; i < tie->count; i++) {
		uint64_t key = tie_cpu(&tie->events[tie->order[i]]) + 1;

		tie->left[tie->end[*number_map_find(&places, key)]++] = tie->order[i];
	}
	number_map_free(&places);
}

/* The CPU of the next event: the first CPU whose event has no predecessor. In an invalid trace
 * there may be none. Then it is the first CPU that has events. */
static size_t tie_choose(const struct tie *tie)
{
	size_t first = tie->cpus;

	for (size_t cpu = 0; cpu < tie->cpus; cpu++) {
		if (tie->next[cpu] == tie->end[cpu])
			continue;
		if (!tie_is_preceded(tie, &tie->events[tie->left[tie->next[cpu]]]))
			return cpu;
		if (first == tie->cpus)
			first = cpu;
	}
	return first;
}

/* ---- All ties ---- */

/* Number of events at the time of the first one. Sets *is_mixed if they are of several CPUs. */
static size_t tie_length(const struct flow_event *events, const uint32_t *order, size_t count,
			 bool *is_mixed)
{
	const struct flow_event *first = &events[order[0]];
	size_t length = 1;

	*is_mixed = false;
	for (; length < count && events[order[length]].time == first->time; length++)
		*is_mixed |= tie_cpu(&events[order[length]]) != tie_cpu(first);
	return length;
}

static void tie_reserve(struct tie *tie, size_t *capacity)
{
	if (tie->count <= *capacity)
		return;
	*capacity = 2 * tie->count;
	tie->left = xreallocarray(tie->left, *capacity, sizeof(*tie->left));
	tie->next = xreallocarray(tie->next, *capacity, sizeof(*tie->next));
	tie->end = xreallocarray(tie->end, *capacity, sizeof(*tie->end));
}

void flow_ties_resolve(const struct flow_log *log, uint32_t *order, size_t count)
{
	struct tie tie = {.events = log->events.items};
	size_t capacity = 0;
	bool is_mixed;

	for (size_t i = 0; i < count; i += tie.count) {
		tie.order = order + i;
		tie.count = tie_length(tie.events, tie.order, count - i, &is_mixed);
		if (!is_mixed)
			continue;
		tie_reserve(&tie, &capacity);
		tie.cpus = 0;
		tie_begin(&tie);
		for (size_t j = 0; j < tie.count; j++) {
			uint32_t taken = tie.left[tie.next[tie_choose(&tie)]++];

			tie_count_event(&tie, &tie.events[taken], -1);
			tie.order[j] = taken;
		}
		number_map_free(&tie.counts);
	}
	free(tie.left);
	free(tie.next);
	free(tie.end);
}
