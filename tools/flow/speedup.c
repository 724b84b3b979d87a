/* SPDX-License-Identifier: MIT */
/* Marks the arcs in the state, then recalculates all distances from the source. */
#include "tools/flow/speedup.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

static void speedup_mark_state(void *context, const struct flow_use_step *step)
{
	struct flow_speedup *speedup = context;
	size_t words = speedup->use.words;

	speedup->in_state[step->vertex] =
		(step->prev != NULL && flow_expr_holds(&speedup->state, step->prev, words)) |
		(step->second != NULL &&
		 flow_expr_holds(&speedup->state, step->second, words)) << 1;
}

static uint64_t speedup_cut(void *context, uint32_t vertex, bool is_second, uint64_t ticks)
{
	const struct flow_speedup *speedup = context;

	if ((speedup->in_state[vertex] >> is_second & 1) == 0)
		return 0;
	return (uint64_t)((unsigned __int128)ticks * speedup->percent / 100);
}

static void speedup_reserve(struct flow_speedup *speedup, size_t vertices)
{
	if (vertices <= speedup->capacity)
		return;
	speedup->capacity = 2 * vertices;
	speedup->in_state = xreallocarray(speedup->in_state, speedup->capacity, 1);
	speedup->earliest = xreallocarray(speedup->earliest, speedup->capacity,
					  sizeof(*speedup->earliest));
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

/* The shortened length of an arc. */
static uint64_t speedup_ticks(struct flow_speedup *speedup, const struct flow_graph *graph,
			      uint32_t vertex, bool is_second)
{
	uint64_t ticks = flow_arc_ticks(graph, &graph->vertices.items[vertex], is_second);

	return ticks - speedup_cut(speedup, vertex, is_second, ticks);
}

/* Follow the new longest path, from its end. */
static void speedup_add_parts(struct flow_speedup *speedup, const struct flow_graph *graph,
			      uint64_t parts[FLOW_PARTS])
{
	uint32_t at = graph->final;

	memset(parts, 0, FLOW_PARTS * sizeof(*parts));
	while (graph->vertices.items[at].prev != FLOW_NONE) {
		const struct flow_vertex *vertex = &graph->vertices.items[at];
		uint64_t ticks = speedup_ticks(speedup, graph, at, false);
		bool by_second = speedup->earliest[at] !=
				 speedup->earliest[vertex->prev] + ticks;

		if (by_second)
			ticks = speedup_ticks(speedup, graph, at, true);
		parts[by_second ? FLOW_PART_WORK : part_of_arc(graph, at)] += ticks;
		at = flow_arc_from(vertex, by_second);
	}
}

uint64_t flow_speedup_response(struct flow_speedup *speedup, const struct flow_graph *graph,
			       uint64_t parts[FLOW_PARTS])
{
	uint64_t response;

	flow_expr_enter_run(&speedup->state, &speedup->use, graph->log,
			    graph->interaction->run);
	speedup_reserve(speedup, graph->vertices.count);
	flow_use_walk(&speedup->use, graph, speedup_mark_state, speedup);
	response = flow_path_response_if(graph, speedup_cut, speedup, speedup->earliest);
	if (parts != NULL)
		speedup_add_parts(speedup, graph, parts);
	return response;
}

void flow_speedup_free(struct flow_speedup *speedup)
{
	flow_use_free(&speedup->use);
	flow_expr_free(&speedup->state);
	free(speedup->in_state);
	free(speedup->earliest);
}
