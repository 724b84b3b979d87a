/* SPDX-License-Identifier: MIT */
/* With B-arcs of weight 0, the network is an activity network, and the critical path is its longest
 * path: the time of each vertex is its longest distance from the source. The response time with
 * shorter arcs follows from a recalculation of these distances. */
#include "tools/flow/path.h"

#include <stdlib.h>

bool flow_vertex_is_by_second(const struct flow_graph *graph, uint32_t number)
{
	const struct flow_vertex *vertices = graph->vertices.items, *vertex = &vertices[number];

	if (!flow_vertex_is_join(vertex))
		return false;
	if (vertex->prev_blocked != vertex->second_blocked)
		return vertex->prev_blocked;
	return vertices[vertex->second].time > vertices[vertex->prev].time;
}

bool flow_path_find(const struct flow_graph *graph, struct flow_path *path)
{
	uint32_t at = graph->final;

	path->vertices.count = 0;
	for (;;) {
		const struct flow_vertex *vertex = &graph->vertices.items[at];
		bool by_second = flow_vertex_is_by_second(graph, at);

		FLOW_LIST_ADD(path->vertices, at);
		if (vertex->prev == FLOW_NONE)
			break;
		if (flow_arc_is_blocked(vertex, by_second))
			return false;
		at = flow_arc_from(vertex, by_second);
	}
	for (size_t i = 0, j = path->vertices.count - 1; i < j; i++, j--) {
		uint32_t swapped = path->vertices.items[i];

		path->vertices.items[i] = path->vertices.items[j];
		path->vertices.items[j] = swapped;
	}
	return true;
}

void flow_path_free(struct flow_path *path)
{
	free(path->vertices.items);
	*path = (struct flow_path){0};
}

bool flow_path_is_by_second(const struct flow_graph *graph, const struct flow_path *path, size_t i)
{
	return flow_vertex_is_by_second(graph, path->vertices.items[i]);
}

uint64_t flow_arc_ticks(const struct flow_graph *graph, const struct flow_vertex *vertex,
		       bool is_second)
{
	if (flow_arc_is_blocked(vertex, is_second))
		return 0;
	return vertex->time - graph->vertices.items[flow_arc_from(vertex, is_second)].time;
}

uint64_t flow_path_length(const struct flow_graph *graph, const struct flow_path *path)
{
	uint64_t length = 0;

	for (size_t i = 1; i < path->vertices.count; i++)
		length += flow_arc_ticks(graph, &graph->vertices.items[path->vertices.items[i]],
					flow_path_is_by_second(graph, path, i));
	return length;
}

/* ---- What if ---- */

static uint64_t arrival(const struct flow_graph *graph, uint32_t number, bool is_second,
			flow_cut *cut, void *context, const uint64_t *earliest)
{
	const struct flow_vertex *vertex = &graph->vertices.items[number];
	uint64_t ticks = flow_arc_ticks(graph, vertex, is_second);

	return earliest[flow_arc_from(vertex, is_second)] + ticks -
		cut(context, number, is_second, ticks);
}

uint64_t flow_path_response_if(const struct flow_graph *graph, flow_cut *cut, void *context,
			      uint64_t *earliest)
{
	earliest[0] = 0;
	for (uint32_t i = 1; i < graph->vertices.count; i++) {
		earliest[i] = arrival(graph, i, false, cut, context, earliest);
		if (flow_vertex_is_join(&graph->vertices.items[i])) {
			uint64_t second = arrival(graph, i, true, cut, context, earliest);

			if (second > earliest[i])
				earliest[i] = second;
		}
	}
	return earliest[graph->final];
}
