/* SPDX-License-Identifier: MIT */
/* Each arc is marked with whether it is in the state, and then all distances are taken anew. */
#include "tools/flow/shorten.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

static void shorten_note_state(void *context, const struct flow_use_step *step)
{
	struct flow_shortening *shortening = context;
	size_t words = shortening->use.words;

	shortening->in_state[step->vertex] =
		(step->prev != NULL && flow_expr_holds(&shortening->state, step->prev, words)) |
		(step->second != NULL &&
		 flow_expr_holds(&shortening->state, step->second, words)) << 1;
}

static uint64_t shorten_cut(void *context, uint32_t vertex, bool is_second, uint64_t ticks)
{
	const struct flow_shortening *shortening = context;

	if ((shortening->in_state[vertex] >> is_second & 1) == 0)
		return 0;
	return (uint64_t)((unsigned __int128)ticks * shortening->percent / 100);
}

static void shorten_reserve(struct flow_shortening *shortening, size_t vertices)
{
	if (vertices <= shortening->capacity)
		return;
	shortening->capacity = 2 * vertices;
	shortening->in_state = xreallocarray(shortening->in_state, shortening->capacity, 1);
	shortening->earliest = xreallocarray(shortening->earliest, shortening->capacity,
					     sizeof(*shortening->earliest));
}

static enum flow_part part_of_arc(const struct flow_graph *graph, uint32_t vertex)
{
	const struct flow_event *event = flow_graph_event(graph, vertex);
	const struct flow_event *before =
		flow_graph_event(graph, graph->vertices.items[vertex].prev);

	if (event->node != before->node)
		return FLOW_PART_CROSSING;
	switch (event->kind) {
	case FLOW_START:
		return event->other != 0 ? FLOW_PART_CPU_WAIT : FLOW_PART_WORK;
	case FLOW_DEVICE_END:
		return FLOW_PART_DEVICE;
	case FLOW_RECEIVE:
	case FLOW_RESUME:
		return FLOW_PART_QUEUE;
	}
	return FLOW_PART_WORK;
}

/* An arc's length, shortened. */
static uint64_t shorten_ticks(struct flow_shortening *shortening, const struct flow_graph *graph,
			      uint32_t vertex, bool is_second)
{
	uint64_t ticks = flow_arc_ticks(graph, &graph->vertices.items[vertex], is_second);

	return ticks - shorten_cut(shortening, vertex, is_second, ticks);
}

/* Back along the path that is the longest now. */
static void shorten_add_parts(struct flow_shortening *shortening, const struct flow_graph *graph,
			      uint64_t parts[FLOW_PARTS])
{
	uint32_t at = graph->final;

	memset(parts, 0, FLOW_PARTS * sizeof(*parts));
	while (graph->vertices.items[at].prev != FLOW_NONE) {
		const struct flow_vertex *vertex = &graph->vertices.items[at];
		uint64_t ticks = shorten_ticks(shortening, graph, at, false);
		bool by_second = shortening->earliest[at] !=
				 shortening->earliest[vertex->prev] + ticks;

		if (by_second)
			ticks = shorten_ticks(shortening, graph, at, true);
		parts[by_second ? FLOW_PART_WORK : part_of_arc(graph, at)] += ticks;
		at = flow_arc_from(vertex, by_second);
	}
}

uint64_t flow_shorten(struct flow_shortening *shortening, const struct flow_graph *graph,
		      uint64_t parts[FLOW_PARTS])
{
	uint64_t response;

	flow_expr_enter_run(&shortening->state, &shortening->use, graph->log,
			    graph->interaction->run);
	shorten_reserve(shortening, graph->vertices.count);
	flow_use_walk(&shortening->use, graph, shorten_note_state, shortening);
	response = flow_path_response_if(graph, shorten_cut, shortening, shortening->earliest);
	if (parts != NULL)
		shorten_add_parts(shortening, graph, parts);
	return response;
}

void flow_shortening_free(struct flow_shortening *shortening)
{
	flow_use_free(&shortening->use);
	flow_expr_free(&shortening->state);
	free(shortening->in_state);
	free(shortening->earliest);
}
