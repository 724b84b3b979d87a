/* SPDX-License-Identifier: MIT */
/* Columns in the order in which threads appear. */
#include "tools/flow/layout.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

#define ROW_PIXELS 22.0
#define LINEAR_PIXELS_MIN 480.0
/* How far from its receiver's column a message stands, in columns. */
#define MESSAGE_OFFSET 0.28

static bool layout_is_shown(const struct flow_layout *layout, const struct flow_filter *filter,
			    uint32_t vertex)
{
	const struct flow_graph *graph = layout->graph;
	const struct flow_event *event = flow_graph_event(graph, vertex);

	return flow_kinds[event->kind].construct != FLOW_SIMPLE ||
		flow_filter_wants(filter, graph->log, graph->interaction->run, event);
}

static uint32_t layout_column_of(struct flow_layout *layout, uint32_t vertex)
{
	const struct flow_event *event = flow_graph_event(layout->graph, vertex);
	const struct flow_column column = {event->node, event->thread, vertex};

	for (uint32_t i = 0; i < layout->columns.count; i++) {
		if (layout->columns.items[i].node == event->node &&
		    layout->columns.items[i].thread == event->thread)
			return i;
	}
	FLOW_LIST_ADD(layout->columns, column);
	return (uint32_t)layout->columns.count - 1;
}

/* The vertex that takes a message's sub-task up or ends it: a thread's. */
static uint32_t receiver_of(const struct flow_graph *graph, uint32_t vertex, const uint32_t *next)
{
	while (next[vertex] != FLOW_NONE && flow_graph_event(graph, vertex)->thread == 0)
		vertex = next[vertex];
	return vertex;
}

/* For each vertex the one after it in its sub-task, or the join that ends that. */
static uint32_t *link_forward(const struct flow_graph *graph)
{
	uint32_t *next = xmalloc(graph->vertices.count * sizeof(*next));

	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		const struct flow_vertex *vertex = &graph->vertices.items[i];

		next[i] = FLOW_NONE;
		if (vertex->prev != FLOW_NONE &&
		    graph->vertices.items[vertex->prev].subtask == vertex->subtask)
			next[vertex->prev] = i;
		if (flow_vertex_is_join(vertex) &&
		    graph->vertices.items[vertex->second].subtask == vertex->ended)
			next[vertex->second] = i;
	}
	return next;
}

/* A message stands beside its receiver, on the side that it comes from. */
static double message_column(struct flow_layout *layout, uint32_t vertex, const uint32_t *next)
{
	const struct flow_graph *graph = layout->graph;
	uint32_t receiver = receiver_of(graph, vertex, next);
	uint32_t prev = graph->vertices.items[vertex].prev;
	double to, from = prev != FLOW_NONE ? layout->places[prev].column : 0;

	if (flow_graph_event(graph, receiver)->thread == 0)
		return from + MESSAGE_OFFSET;
	to = layout_column_of(layout, receiver);
	return to > from ? to - MESSAGE_OFFSET : to + MESSAGE_OFFSET;
}

static void place_columns(struct flow_layout *layout)
{
	uint32_t *next = link_forward(layout->graph);

	for (uint32_t i = 0; i < layout->graph->vertices.count; i++) {
		if (flow_graph_event(layout->graph, i)->thread != 0)
			layout->places[i].column = layout_column_of(layout, i);
		else
			layout->places[i].column = message_column(layout, i, next);
	}
	free(next);
}

static void place_rows(struct flow_layout *layout, bool is_linear)
{
	const struct flow_graph *graph = layout->graph;
	uint64_t response = flow_graph_response(graph);
	double rows = ROW_PIXELS * (double)(layout->shown > 0 ? layout->shown - 1 : 0);
	size_t row = 0;

	layout->height = is_linear && rows < LINEAR_PIXELS_MIN ? LINEAR_PIXELS_MIN : rows;
	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		uint64_t after = graph->vertices.items[i].time - graph->vertices.items[0].time;

		layout->places[i].y = ROW_PIXELS * (double)row;
		if (is_linear)
			layout->places[i].y = response > 0
				? layout->height * (double)after / (double)response : 0;
		row += layout->places[i].is_shown;
	}
}

void flow_layout_make(struct flow_layout *layout, const struct flow_graph *graph,
		     const struct flow_path *path, const struct flow_filter *filter, bool is_linear)
{
	*layout = (struct flow_layout){.graph = graph, .path = path};
	layout->places = xcalloc(graph->vertices.count, sizeof(*layout->places));
	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		layout->places[i].is_shown = layout_is_shown(layout, filter, i);
		layout->shown += layout->places[i].is_shown;
	}
	for (size_t i = 0; i < path->vertices.count; i++)
		layout->places[path->vertices.items[i]].is_critical = true;
	place_columns(layout);
	place_rows(layout, is_linear);
}

void flow_layout_free(struct flow_layout *layout)
{
	free(layout->places);
	free(layout->columns.items);
	*layout = (struct flow_layout){0};
}

uint32_t flow_layout_from(const struct flow_layout *layout, uint32_t vertex, bool is_second)
{
	const struct flow_vertex *vertices = layout->graph->vertices.items;
	uint32_t from = flow_arc_from(&vertices[vertex], is_second);

	while (!layout->places[from].is_shown)
		from = vertices[from].prev;
	return from;
}

bool flow_layout_is_critical(const struct flow_layout *layout, uint32_t vertex, bool is_second)
{
	const struct flow_vertex *at = &layout->graph->vertices.items[vertex];

	return !flow_arc_is_blocked(at, is_second) && layout->places[vertex].is_critical &&
		layout->places[flow_arc_from(at, is_second)].is_critical;
}
