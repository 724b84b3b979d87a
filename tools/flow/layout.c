/* SPDX-License-Identifier: MIT */
#include "tools/flow/layout.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

#define ROW_PIXELS 22.0
#define LINEAR_PIXELS_MIN 480.0
#define COLUMNS_MAX 24           /* that fit a page */
/* Distance of a message from its receiver, in columns. */
#define MESSAGE_OFFSET 0.28

static bool layout_is_shown(const struct flow_layout *layout, const struct flow_filter *filter,
			    uint32_t vertex)
{
	const struct flow_graph *graph = layout->graph;
	const struct flow_event *event = flow_graph_event(graph, vertex);

	return flow_kinds[event->kind].construct != FLOW_SIMPLE ||
	       flow_filter_matches(filter, graph->log, graph->interaction->run, event);
}

static uint64_t layout_key(const struct flow_event *event)
{
	return 1u << 24 | (uint64_t)event->node << 16 | event->thread;
}

static uint32_t layout_column_of(const struct flow_layout *layout, uint32_t vertex)
{
	return *number_map_find(&layout->threads,
				layout_key(flow_graph_event(layout->graph, vertex)));
}

/* Give the vertex's thread a column if it has none: its own, or the shared last one. */
static void layout_take_thread(struct flow_layout *layout, uint32_t vertex, bool has_own)
{
	const struct flow_event *event = flow_graph_event(layout->graph, vertex);
	const struct flow_column column = {event->node, event->thread, vertex};

	if (event->thread == 0 || number_map_find(&layout->threads, layout_key(event)) != NULL)
		return;
	number_map_add(&layout->threads, layout_key(event), (uint32_t)layout->columns.count);
	if (has_own)
		FLOW_LIST_ADD(layout->columns, column);
	else
		layout->folded++;
}

/* Columns are in order of first appearance. If there are more threads than columns, the threads
 * on the critical path have the first columns, and the other threads share the last column. */
static void layout_make_columns(struct flow_layout *layout)
{
	uint32_t count = (uint32_t)layout->graph->vertices.count;

	for (uint32_t i = 0; i < count; i++)
		layout_take_thread(layout, i, true);
	if (layout->columns.count <= COLUMNS_MAX)
		return;
	number_map_free(&layout->threads);
	layout->columns.count = 0;
	for (uint32_t i = 0; i < count && layout->columns.count < COLUMNS_MAX - 1; i++) {
		if (layout->places[i].is_critical)
			layout_take_thread(layout, i, true);
	}
	for (uint32_t i = 0; i < count; i++)
		layout_take_thread(layout, i, false);
	FLOW_LIST_ADD(layout->columns, (struct flow_column){0});
}

/* The vertex at which a thread receives a message. */
static uint32_t receiver_of(const struct flow_graph *graph, uint32_t vertex, const uint32_t *next)
{
	while (next[vertex] != FLOW_NONE && flow_graph_event(graph, vertex)->thread == 0)
		vertex = next[vertex];
	return vertex;
}

/* For each vertex, the next vertex of its sub-task, or the join that ends the sub-task. */
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

/* A message is drawn next to its receiver, on the sender's side. */
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

/* Whether one arc of the critical path is most of the response time. */
static bool layout_has_long_arc(const struct flow_layout *layout)
{
	const struct flow_graph *graph = layout->graph;
	uint64_t response = flow_graph_response(graph);

	for (size_t i = 1; i < layout->path->vertices.count; i++) {
		const struct flow_vertex *vertex =
			&graph->vertices.items[layout->path->vertices.items[i]];
		bool by_second = flow_path_is_by_second(graph, layout->path, i);

		if (flow_arc_ticks(graph, vertex, by_second) > response / 2)
			return true;
	}
	return false;
}

static void place_rows(struct flow_layout *layout)
{
	const struct flow_graph *graph = layout->graph;
	uint64_t response = flow_graph_response(graph);
	double rows = ROW_PIXELS * (double)(layout->shown > 0 ? layout->shown - 1 : 0);
	size_t row = 0;

	layout->height = layout->is_linear && rows < LINEAR_PIXELS_MIN ? LINEAR_PIXELS_MIN : rows;
	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		uint64_t after = graph->vertices.items[i].time - graph->vertices.items[0].time;

		layout->places[i].y = ROW_PIXELS * (double)row;
		if (layout->is_linear)
			layout->places[i].y = response > 0
				? layout->height * (double)after / (double)response : 0;
		row += layout->places[i].is_shown;
	}
}

void flow_layout_make(struct flow_layout *layout, const struct flow_graph *graph,
		     const struct flow_path *path, const struct flow_filter *filter,
		     enum flow_scale scale)
{
	uint32_t *next;

	*layout = (struct flow_layout){.graph = graph, .path = path};
	layout->places = xcalloc(graph->vertices.count, sizeof(*layout->places));
	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		layout->places[i].is_shown = layout_is_shown(layout, filter, i);
		layout->shown += layout->places[i].is_shown;
	}
	for (size_t i = 0; i < path->vertices.count; i++)
		layout->places[path->vertices.items[i]].is_critical = true;
	next = link_forward(graph);
	layout_make_columns(layout);
	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		if (flow_graph_event(graph, i)->thread != 0)
			layout->places[i].column = layout_column_of(layout, i);
		else
			layout->places[i].column = message_column(layout, i, next);
	}
	free(next);
	layout->is_linear = scale == FLOW_SCALE_LINEAR ||
			    (scale == FLOW_SCALE_AUTO && layout_has_long_arc(layout));
	place_rows(layout);
}

void flow_layout_free(struct flow_layout *layout)
{
	free(layout->places);
	free(layout->columns.items);
	number_map_free(&layout->threads);
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
