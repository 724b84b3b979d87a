/* SPDX-License-Identifier: MIT */
/* Keeps a state for each sub-task and updates it at each vertex. */
#include "tools/flow/use.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

static uint64_t use_key_of(uint8_t node, uint16_t object)
{
	return (uint64_t)node << 16 | object | 1u << 24;
}

void flow_use_begin(struct flow_usage *use, const struct flow_log *log, uint32_t run,
		    bool (*selects)(void *context, const struct flow_named *object), void *context)
{
	*use = (struct flow_usage){.log = log, .run = run};
	for (uint32_t i = 0; i < log->objects.count; i++) {
		const struct flow_named *object = &log->objects.items[i];

		if (object->run != run || (selects != NULL && !selects(context, object)))
			continue;
		number_map_add(&use->bits, use_key_of(object->node, object->number),
			       (uint32_t)use->objects.count);
		FLOW_LIST_ADD(use->objects, i);
	}
	use->words = use->objects.count / FLOW_WORD_BITS + 1;
	use->carried = xcalloc(use->words, sizeof(*use->carried));
	for (size_t bit = 0; bit < use->objects.count; bit++) {
		if (log->objects.items[use->objects.items[bit]].class > FLOW_LOCK)
			use->carried[bit / FLOW_WORD_BITS] |= 1ull << bit % FLOW_WORD_BITS;
	}
}

void flow_use_free(struct flow_usage *use)
{
	number_map_free(&use->bits);
	free(use->objects.items);
	free(use->carried);
	free(use->states);
	*use = (struct flow_usage){0};
}

static void use_make_room(struct flow_usage *use, size_t subtasks)
{
	size_t needed = (subtasks + 1) * use->words;

	if (needed <= use->states_capacity)
		return;
	free(use->states);
	use->states_capacity = 2 * needed;
	use->states = xmalloc(use->states_capacity * sizeof(*use->states));
}

static uint64_t *state_of(struct flow_usage *use, uint32_t subtask)
{
	return use->states + subtask * use->words;
}

static void use_set(struct flow_usage *use, uint64_t *state, uint8_t node, uint16_t object,
		    bool in_use)
{
	const uint32_t *bit = object == 0 ? NULL
					  : number_map_find(&use->bits, use_key_of(node, object));
	uint64_t mask;

	if (bit == NULL)
		return;
	mask = 1ull << *bit % FLOW_WORD_BITS;
	if (in_use)
		state[*bit / FLOW_WORD_BITS] |= mask;
	else
		state[*bit / FLOW_WORD_BITS] &= ~mask;
}

void flow_use_walk(struct flow_usage *use, const struct flow_graph *graph,
		  void (*visit)(void *context, const struct flow_use_step *step), void *context)
{
	uint32_t created = 1;
	uint64_t *before;

	/* One more state holds the sub-task's state before a vertex. */
	use_make_room(use, graph->subtasks.count);
	before = state_of(use, (uint32_t)graph->subtasks.count);
	memset(state_of(use, 0), 0, use->words * sizeof(*use->states));
	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		const struct flow_vertex *vertex = &graph->vertices.items[i];
		const struct flow_event *event = flow_graph_event(graph, i);
		uint64_t *state = state_of(use, vertex->subtask);
		struct flow_use_step step = {.vertex = i, .after = state};

		memcpy(before, state, use->words * sizeof(*state));
		step.prev = i == 0 ? NULL : before;
		step.second = flow_vertex_is_join(vertex) ? state_of(use, vertex->ended) : NULL;
		switch (flow_kinds[event->kind].use) {
		case FLOW_USE_NONE:
			break;
		case FLOW_USE_SERVE:
			use_set(use, state, event->node, (uint16_t)event->other, false);
			use_set(use, state, event->node, event->object, true);
			break;
		case FLOW_USE_BEGIN:
			use_set(use, state, event->node, event->object, true);
			break;
		case FLOW_USE_END:
			use_set(use, state, event->node, event->object, false);
			break;
		}
		if (step.second != NULL && (event->flags & FLOW_TAKES_OVER) != 0) {
			/* Replace the inheritable objects in use by those that the ended sub-task
			 * used. */
			for (size_t word = 0; word < use->words; word++)
				state[word] = (state[word] & ~use->carried[word]) |
					      (step.second[word] & use->carried[word]);
		}
		if (flow_kinds[event->kind].construct == FLOW_FORK) {
			uint64_t *child = state_of(use, created++);

			for (size_t word = 0; word < use->words; word++)
				child[word] = state[word] & use->carried[word];
			step.created = child;
		}
		visit(context, &step);
	}
}
