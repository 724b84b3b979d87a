/* One state for each sub-task, brought up to date vertex by vertex. */
#include "tools/net_use.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

static uint64_t key_of(uint8_t node, uint16_t object)
{
	return (uint64_t)node << 16 | object | 1u << 24;
}

void net_use_begin(struct net_usage *use, const struct net_log *log, uint32_t run,
		   bool (*wants)(void *context, const struct net_object *object), void *context)
{
	*use = (struct net_usage){.log = log};
	for (uint32_t i = 0; i < log->objects.count; i++) {
		const struct net_object *object = &log->objects.items[i];

		if (object->run != run || (wants != NULL && !wants(context, object)))
			continue;
		number_map_add(&use->bits, key_of(object->node, object->number),
			       (uint32_t)use->objects.count);
		NET_LIST_ADD(use->objects, i);
	}
	use->words = use->objects.count / NET_WORD_BITS + 1;
	use->carried = calloc(use->words, sizeof(*use->carried));
	if (use->carried == NULL)
		err(2, "out of memory");
	for (size_t bit = 0; bit < use->objects.count; bit++) {
		if (log->objects.items[use->objects.items[bit]].class > NET_DEVICE)
			use->carried[bit / NET_WORD_BITS] |= 1ull << bit % NET_WORD_BITS;
	}
}

void net_use_free(struct net_usage *use)
{
	number_map_free(&use->bits);
	free(use->objects.items);
	free(use->carried);
	free(use->states);
	*use = (struct net_usage){0};
}

static void make_room(struct net_usage *use, size_t subtasks)
{
	size_t needed = (subtasks + 1) * use->words;

	if (needed <= use->states_capacity)
		return;
	free(use->states);
	use->states_capacity = 2 * needed;
	use->states = malloc(use->states_capacity * sizeof(*use->states));
	if (use->states == NULL)
		err(2, "out of memory");
}

static uint64_t *state_of(struct net_usage *use, uint32_t subtask)
{
	return use->states + subtask * use->words;
}

static void set(struct net_usage *use, uint64_t *state, uint8_t node, uint16_t object, bool in_use)
{
	const uint32_t *bit = object == 0 ? NULL
					  : number_map_find(&use->bits, key_of(node, object));
	uint64_t mask;

	if (bit == NULL)
		return;
	mask = 1ull << *bit % NET_WORD_BITS;
	if (in_use)
		state[*bit / NET_WORD_BITS] |= mask;
	else
		state[*bit / NET_WORD_BITS] &= ~mask;
}

static void apply(struct net_usage *use, const struct net_event *event, uint64_t *state)
{
	switch (net_kinds[event->kind].use) {
	case NET_USE_NONE:
		break;
	case NET_USE_SERVE:
		set(use, state, event->node, (uint16_t)event->other, false);
		set(use, state, event->node, event->object, true);
		break;
	case NET_USE_BEGIN:
		set(use, state, event->node, event->object, true);
		break;
	case NET_USE_END:
		set(use, state, event->node, event->object, false);
		break;
	}
}

void net_use_walk(struct net_usage *use, const struct net_graph *graph,
		  void (*visit)(void *context, const struct net_use_step *step), void *context)
{
	uint32_t created = 1;
	uint64_t *before;

	/* One state more, for what a sub-task's was before its vertex. */
	make_room(use, graph->subtasks.count);
	before = state_of(use, (uint32_t)graph->subtasks.count);
	memset(state_of(use, 0), 0, use->words * sizeof(*use->states));
	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		const struct net_vertex *vertex = &graph->vertices.items[i];
		const struct net_event *event = net_graph_event(graph, i);
		uint64_t *state = state_of(use, vertex->subtask);
		struct net_use_step step = {.vertex = i, .after = state};

		memcpy(before, state, use->words * sizeof(*state));
		step.prev = i == 0 ? NULL : before;
		step.second = net_vertex_is_join(vertex) ? state_of(use, vertex->ended) : NULL;
		apply(use, event, state);
		if (net_kinds[event->kind].construct == NET_FORK) {
			uint64_t *child = state_of(use, created++);

			for (size_t word = 0; word < use->words; word++)
				child[word] = state[word] & use->carried[word];
			step.created = child;
		}
		visit(context, &step);
	}
}
