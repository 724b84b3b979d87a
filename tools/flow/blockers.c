/* SPDX-License-Identifier: MIT */
/* Walks each interaction once, with a map of what it holds: CPUs, devices, locks and threads. Each
 * of these is held by one interaction at a time. Spans of one key therefore do not overlap, and a
 * binary search finds them. */
#include "tools/flow/blockers.h"

#include <stdlib.h>

#define KEY_OF_THREAD (1ull << 40)
#define KEY_OF_OBJECT (1ull << 41)

struct blockers_walk {
	const struct flow_interactions *interactions;
	struct flow_blockers *blockers;
	struct number_map open;         /* by key: open spans of this interaction */
	uint32_t interaction;
};

static uint64_t blockers_key(uint64_t kind, uint8_t node, uint16_t number)
{
	return kind | (uint64_t)node << 16 | number;
}

/* ---- Spans ---- */

static void blockers_open(struct blockers_walk *walk, uint64_t key, uint64_t time)
{
	const struct flow_span span = {key, time, UINT64_MAX, walk->interaction};

	if (number_map_find(&walk->open, key) != NULL)
		return;
	number_map_add(&walk->open, key, (uint32_t)walk->blockers->spans.count);
	FLOW_LIST_ADD(walk->blockers->spans, span);
}

static void blockers_close(struct blockers_walk *walk, uint64_t key, uint64_t time)
{
	const uint32_t *span = number_map_find(&walk->open, key);

	if (span == NULL)
		return;
	walk->blockers->spans.items[*span].to = time;
	number_map_remove(&walk->open, key);
}

/* A queue is shared, so no interaction holds it. */
static bool blockers_is_queue(const struct blockers_walk *walk, const struct flow_event *event)
{
	const struct flow_interactions *interactions = walk->interactions;
	const struct flow_named *object = flow_names_find(
		&interactions->log->objects, interactions->items.items[walk->interaction].run,
		event->node, event->object);

	return event->object == 0 || (object != NULL && object->class == FLOW_QUEUE);
}

static void blockers_take_object(struct blockers_walk *walk, const struct flow_event *event)
{
	uint64_t key = blockers_key(KEY_OF_OBJECT, event->node, event->object);
	enum flow_use use = flow_kinds[event->kind].use;

	if (use == FLOW_USE_NONE || blockers_is_queue(walk, event))
		return;
	if (use == FLOW_USE_END)
		blockers_close(walk, key, event->time);
	else
		blockers_open(walk, key, event->time);
}

/* An interaction holds a thread until the thread finishes its work or exits. */
static void blockers_take_thread(struct blockers_walk *walk, const struct flow_event *event)
{
	uint64_t key = blockers_key(KEY_OF_THREAD, event->node, event->thread);

	if (event->thread == 0)
		return;
	if (flow_kinds[event->kind].construct == FLOW_SINK || event->kind == FLOW_EXIT)
		blockers_close(walk, key, event->time);
	else
		blockers_open(walk, key, event->time);
}

/* Spans still open end at the interaction's last event. */
static void blockers_take_interaction(struct blockers_walk *walk)
{
	const struct flow_interactions *interactions = walk->interactions;
	const struct flow_interaction *item = &interactions->items.items[walk->interaction];
	size_t first = walk->blockers->spans.count;
	uint32_t index = item->first;

	for (uint32_t n = 0; n < item->count; n++, index = interactions->next[index]) {
		const struct flow_event *event = &interactions->log->events.items[index];

		if (event->kind >= FLOW_KIND_COUNT)
			continue;
		blockers_take_object(walk, event);
		blockers_take_thread(walk, event);
	}
	for (size_t i = first; i < walk->blockers->spans.count; i++) {
		struct flow_span *span = &walk->blockers->spans.items[i];

		if (span->to == UINT64_MAX)
			span->to = interactions->log->events.items[item->last].time;
	}
	number_map_free(&walk->open);
}

static int blockers_by_key(const void *a, const void *b)
{
	const struct flow_span *left = a, *right = b;

	if (left->key != right->key)
		return left->key < right->key ? -1 : 1;
	return (left->from > right->from) - (left->from < right->from);
}

void flow_blockers_make(struct flow_blockers *blockers,
			const struct flow_interactions *interactions,
			uint32_t run)
{
	struct blockers_walk walk = {.interactions = interactions, .blockers = blockers};

	*blockers = (struct flow_blockers){0};
	for (; walk.interaction < interactions->items.count; walk.interaction++) {
		if (interactions->items.items[walk.interaction].run == run)
			blockers_take_interaction(&walk);
	}
	if (blockers->spans.count > 0)
		qsort(blockers->spans.items, blockers->spans.count, sizeof(*blockers->spans.items),
		      blockers_by_key);
}

void flow_blockers_free(struct flow_blockers *blockers)
{
	free(blockers->spans.items);
	*blockers = (struct flow_blockers){0};
}

/* ---- Waits ---- */

/* The key that the arc to an event waited for; 0 if it was not a wait. */
static uint64_t blockers_waited_for(const struct flow_event *before, const struct flow_event *event)
{
	switch (event->kind) {
	case FLOW_RECEIVE:
	case FLOW_RECEIVE_JOIN:
		return before->kind == FLOW_ENQUEUE
			       ? blockers_key(KEY_OF_THREAD, event->node, event->thread)
			       : 0;
	case FLOW_START:
	case FLOW_DEVICE_START:
		return event->other != 0 ? blockers_key(KEY_OF_OBJECT, event->node, event->object)
					 : 0;
	case FLOW_RESUME:
		return event->object != 0 ? blockers_key(KEY_OF_OBJECT, event->node, event->object)
					  : 0;
	}
	return 0;
}

/* The first span of a key that ends after a time, or else the first span of a later key. */
static size_t blockers_first_after(const struct flow_blockers *blockers, uint64_t key,
				   uint64_t time)
{
	size_t low = 0, high = blockers->spans.count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		const struct flow_span *span = &blockers->spans.items[middle];

		if (span->key < key || (span->key == key && span->to <= time))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool blockers_is_listed(const uint32_t *interactions, size_t count, uint32_t interaction)
{
	for (size_t i = 0; i < count; i++) {
		if (interactions[i] == interaction)
			return true;
	}
	return false;
}

size_t flow_blockers_find(const struct flow_blockers *blockers, const struct flow_graph *graph,
			  uint32_t vertex, uint32_t *interactions, size_t capacity)
{
	const struct flow_event *event = flow_graph_event(graph, vertex), *before;
	uint32_t prev = graph->vertices.items[vertex].prev;
	size_t count = 0;
	uint64_t key;

	if (prev == FLOW_NONE)
		return 0;
	before = flow_graph_event(graph, prev);
	key = blockers_waited_for(before, event);
	if (key == 0)
		return 0;
	for (size_t i = blockers_first_after(blockers, key,
					     before->time); i < blockers->spans.count;
	     i++) {
		const struct flow_span *span = &blockers->spans.items[i];

		if (span->key != key || span->from >= event->time)
			break;
		if (!blockers_is_listed(interactions, count < capacity ? count : capacity,
					span->interaction)) {
			if (count < capacity)
				interactions[count] = span->interaction;
			count++;
		}
	}
	return count;
}
