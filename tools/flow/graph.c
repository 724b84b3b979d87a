/* SPDX-License-Identifier: MIT */
/* Takes the interaction's events in order of time and links each to the previous one of its
 * sub-task. */
#include "tools/flow/graph.h"

#include <stdlib.h>

const struct flow_event *flow_graph_event(const struct flow_graph *graph, uint32_t vertex)
{
	return &graph->log->events.items[graph->vertices.items[vertex].event];
}

uint64_t flow_graph_response(const struct flow_graph *graph)
{
	return graph->vertices.items[graph->final].time - graph->vertices.items[0].time;
}

static void begin_subtask(struct flow_graph *graph, uint32_t number, uint32_t fork)
{
	const struct flow_subtask subtask = {
		.number = number, .first = FLOW_NONE, .last = FLOW_NONE, .fork = fork,
		.end = FLOW_NONE, .blocked_from = FLOW_NONE,
	};

	number_map_add(&graph->live, number, (uint32_t)graph->subtasks.count);
	FLOW_LIST_ADD(graph->subtasks, subtask);
}

/* The index of an active sub-task. An event of an inactive one made the interaction faulty. */
static uint32_t subtask_of(const struct flow_graph *graph, uint32_t number)
{
	return *number_map_find(&graph->live, number);
}

/* The sub-task's last vertex so far, or its fork. */
static uint32_t tail_of(const struct flow_subtask *subtask)
{
	return subtask->last != FLOW_NONE ? subtask->last : subtask->fork;
}

/* Mark the arcs from blocked_from to tail as B-arcs. The caller marks the arc from tail to the
 * join. */
static void mark_blocked(struct flow_graph *graph, uint32_t tail, uint32_t blocked_from)
{
	for (uint32_t i = tail; i != blocked_from; i = graph->vertices.items[i].prev)
		graph->vertices.items[i].prev_blocked = true;
}

/* Mark the B-arcs of the sub-task that waited at a join. Returns false if both sub-tasks waited. */
static bool mark_wait(struct flow_graph *graph, struct flow_vertex *join,
		      struct flow_subtask *going_on, const struct flow_subtask *ended)
{
	bool first_waits = going_on->blocked_from != FLOW_NONE;
	bool second_waits = ended->blocked_from != FLOW_NONE;

	if (first_waits) {
		mark_blocked(graph, join->prev, going_on->blocked_from);
		join->prev_blocked = true;
	}
	if (second_waits) {
		mark_blocked(graph, join->second, ended->blocked_from);
		join->second_blocked = true;
	}
	going_on->blocked_from = FLOW_NONE;
	graph->ties += !first_waits && !second_waits;
	return !first_waits || !second_waits;
}

static enum flow_fault end_at_join(struct flow_graph *graph, const struct flow_event *event,
				  struct flow_vertex *join)
{
	struct flow_subtask *going_on = &graph->subtasks.items[join->subtask];
	struct flow_subtask *ended;

	join->ended = subtask_of(graph, event->other);
	ended = &graph->subtasks.items[join->ended];
	number_map_remove(&graph->live, event->other);
	join->second = tail_of(ended);
	ended->end = (uint32_t)graph->vertices.count;
	if (graph->vertices.items[join->second].time > join->time)
		return FLOW_FAULT_TIME_BACK;
	return mark_wait(graph, join, going_on, ended) ? FLOW_FAULT_SOUND : FLOW_FAULT_BOTH_WAIT;
}

/* Add the vertex of an event whose sub-task is active. */
static enum flow_fault add_vertex(struct flow_graph *graph, uint32_t index)
{
	const struct flow_event *event = &graph->log->events.items[index];
	enum flow_construct construct = flow_kinds[event->kind].construct;
	uint32_t number = (uint32_t)graph->vertices.count;
	enum flow_fault fault = FLOW_FAULT_SOUND;
	struct flow_vertex vertex = {
		.time = event->time, .event = index, .second = FLOW_NONE, .ended = FLOW_NONE,
		.subtask = subtask_of(graph, event->subtask),
	};
	struct flow_subtask *subtask = &graph->subtasks.items[vertex.subtask];

	vertex.prev = tail_of(subtask);
	if (vertex.prev != FLOW_NONE && graph->vertices.items[vertex.prev].time > vertex.time)
		fault = FLOW_FAULT_TIME_BACK;
	else if (construct == FLOW_FORK && subtask->blocked_from != FLOW_NONE)
		fault = FLOW_FAULT_BLOCKED_FORK;
	else if (construct == FLOW_JOIN)
		fault = end_at_join(graph, event, &vertex);
	if (subtask->first == FLOW_NONE)
		subtask->first = number;
	subtask->last = number;
	if (construct == FLOW_SINK) {
		subtask->end = number;
		number_map_remove(&graph->live, event->subtask);
	}
	/* Update whether the sub-task is blocked. At joins, mark_wait() does this. */
	if (event->kind == FLOW_RESUME || event->kind == FLOW_RECEIVE)
		subtask->blocked_from = FLOW_NONE;
	if ((event->flags & FLOW_BLOCKED) != 0 && subtask->blocked_from == FLOW_NONE)
		subtask->blocked_from = number;
	FLOW_LIST_ADD(graph->vertices, vertex);
	if (construct == FLOW_FORK)
		begin_subtask(graph, event->other, number);
	return fault;
}

/* Remove the sub-tasks left by a faulty interaction, or by one that ends at its response. */
static void clear_live(struct flow_graph *graph)
{
	for (size_t i = 0; graph->live.count > 0 && i < graph->subtasks.count; i++) {
		if (number_map_find(&graph->live, graph->subtasks.items[i].number) != NULL)
			number_map_remove(&graph->live, graph->subtasks.items[i].number);
	}
}

bool flow_graph_make(const struct flow_interactions *interactions, struct flow_interaction *item,
		    struct flow_graph *graph)
{
	uint32_t index = item->first;

	if (item->fault != FLOW_FAULT_SOUND)
		return false;
	graph->log = interactions->log;
	graph->interaction = item;
	graph->vertices.count = graph->subtasks.count = 0;
	graph->ties = 0;
	begin_subtask(graph, item->source, FLOW_NONE);
	for (uint32_t n = 0; n < item->count; n++, index = interactions->next[index]) {
		enum flow_fault fault = add_vertex(graph, index);

		if (fault == FLOW_FAULT_SOUND)
			continue;
		flow_interaction_fault(item, fault, index);
		clear_live(graph);
		return false;
	}
	graph->final = (uint32_t)graph->vertices.count - 1;
	graph->cut = graph->live.count > 0 ? (uint32_t)graph->live.count - 1 : 0;
	clear_live(graph);
	return true;
}

void flow_graph_free(struct flow_graph *graph)
{
	free(graph->vertices.items);
	free(graph->subtasks.items);
	number_map_free(&graph->live);
	*graph = (struct flow_graph){0};
}
