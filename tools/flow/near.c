/* SPDX-License-Identifier: MIT */
/* The longest path to a vertex enters each of its joins by the arc of the later side. Any other
 * path enters some joins by the other arc, a sidetrack, which costs the time that the earlier side
 * waited there. Paths are found in order of length. Each path leads to the paths with one more
 * sidetrack, further back. D. Eppstein, "Finding the k Shortest Paths", 1998, with lists of
 * sidetracks instead of heaps. */
#include "tools/flow/near.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

struct near_search {
	const struct flow_graph *graph;
	struct near_path *near;
	size_t count, capacity;
};

/* The cost of the sidetrack at a join: how long the earlier side waited there. */
static uint64_t near_cost(const struct flow_graph *graph, uint32_t join)
{
	const struct flow_vertex *vertices = graph->vertices.items, *vertex = &vertices[join];
	bool by_second = !flow_vertex_is_by_second(graph, join);
	uint32_t from = flow_arc_from(vertex, by_second);

	if (!flow_arc_is_blocked(vertex, by_second))
		return 0;
	while (vertices[from].prev_blocked)
		from = vertices[from].prev;
	return vertex->time - vertices[from].time;
}

static void near_insert(struct near_search *search, struct near_path added)
{
	struct near_path *near = search->near;
	size_t at = search->count;

	while (at > 0 && near[at - 1].slack > added.slack)
		at--;
	if (at == search->capacity)
		return;
	search->count += search->count < search->capacity;
	memmove(near + at + 1, near + at, (search->count - 1 - at) * sizeof(*near));
	near[at] = added;
}

/* Add the paths with one more sidetrack, on the longest path to a vertex. If such a path is as long
 * as the path it derives from, it comes after that path. */
static void near_add_sidetracks(struct near_search *search, uint32_t from, uint64_t slack,
				uint32_t before)
{
	const struct flow_graph *graph = search->graph;

	for (uint32_t at = from; graph->vertices.items[at].prev != FLOW_NONE;) {
		const struct flow_vertex *vertex = &graph->vertices.items[at];

		if (flow_vertex_is_join(vertex))
			near_insert(search, (struct near_path){
						    .slack = slack + near_cost(graph, at),
						    .sidetrack = at,
						    .before = before,
					    });
		at = flow_arc_from(vertex, flow_vertex_is_by_second(graph, at));
	}
}

/* ---- Along a path ---- */

/* A path's sidetracks, last one first. Returns their number; sidetracks has room for index + 1. */
static size_t near_sidetracks(const struct near_path *near, size_t index, uint32_t *sidetracks)
{
	size_t count = 0, at = 0;

	for (uint32_t i = (uint32_t)index; i != FLOW_NONE; i = near[i].before)
		count++;
	at = count;
	for (uint32_t i = (uint32_t)index; i != FLOW_NONE; i = near[i].before)
		sidetracks[--at] = near[i].sidetrack;
	return count;
}

void flow_near_mark(const struct flow_graph *graph, const struct near_path *near, size_t index,
		    uint8_t *marks)
{
	uint32_t *sidetracks = xcalloc(index + 1, sizeof(*sidetracks)), at = graph->final;
	size_t count = near_sidetracks(near, index, sidetracks), sidetrack = 0;

	memset(marks, 0, graph->vertices.count);
	while (graph->vertices.items[at].prev != FLOW_NONE) {
		bool is_sidetrack = sidetrack < count && sidetracks[sidetrack] == at;
		bool by_second = flow_vertex_is_by_second(graph, at) != is_sidetrack;

		sidetrack += is_sidetrack;
		marks[at] = by_second ? 2 : 1;
		at = flow_arc_from(&graph->vertices.items[at], by_second);
	}
	free(sidetracks);
}

/* Set where the path leaves the critical path, and what they share. */
static void near_describe(const struct flow_graph *graph, const struct flow_path *path,
			  const uint8_t *marks, struct near_path *near)
{
	size_t place = path->vertices.count;
	bool is_apart = false;

	for (uint32_t at = graph->final;;) {
		const struct flow_vertex *vertex = &graph->vertices.items[at];
		bool by_second = marks[at] == 2, is_on_path;

		while (place > 0 && path->vertices.items[place - 1] > at)
			place--;
		is_on_path = place > 0 && path->vertices.items[place - 1] == at;
		near->apart += !is_on_path;
		if (is_on_path && is_apart)
			near->leaves = at;
		if (vertex->prev == FLOW_NONE)
			break;
		is_apart = !is_on_path || by_second != flow_vertex_is_by_second(graph, at);
		if (!is_apart)
			near->shared_ticks += flow_arc_ticks(graph, vertex, by_second);
		at = flow_arc_from(vertex, by_second);
	}
}

/* A path returns to the critical path at its last sidetrack. */
static uint32_t near_last_sidetrack(const struct near_path *near, size_t index)
{
	while (near[index].before != FLOW_NONE)
		index = near[index].before;
	return near[index].sidetrack;
}

size_t flow_near_find(const struct flow_graph *graph, const struct flow_path *path,
		      struct near_path *near, size_t capacity)
{
	struct near_search search = {.graph = graph, .near = near, .capacity = capacity};
	uint8_t *marks = xcalloc(graph->vertices.count, 1);

	near_add_sidetracks(&search, graph->final, 0, FLOW_NONE);
	for (size_t i = 0; i < search.count; i++) {
		uint32_t sidetrack = near[i].sidetrack;
		bool by_second = !flow_vertex_is_by_second(graph, sidetrack);

		near_add_sidetracks(&search,
				    flow_arc_from(&graph->vertices.items[sidetrack], by_second),
				    near[i].slack, (uint32_t)i);
		flow_near_mark(graph, near, i, marks);
		near[i].returns = near_last_sidetrack(near, i);
		near_describe(graph, path, marks, &near[i]);
	}
	free(marks);
	return search.count;
}
