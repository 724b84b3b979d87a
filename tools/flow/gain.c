/* SPDX-License-Identifier: MIT */
/* What is left of the response time without an arc of the critical path is the longest path that
 * does without it. Vertices stand in the order of time, so between an arc's begin and what comes
 * after it every path has one arc: of those over that place, the one with the longest path through
 * it decides. All arcs are laid over their places from the longest on, each place by the first that
 * comes to it. */
#include "tools/flow/path.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

#define UNREACHED UINT64_MAX

/* An arc that is not of the critical path, and the longest path through it. */
struct bypass {
	uint64_t ticks;
	uint32_t from, to; /* vertices */
};

struct gains {
	const struct flow_graph *graph;
	const struct flow_path *path;
	uint64_t *earliest; /* by vertex: longest way from the source */
	uint64_t *rest;     /* and to the last sink; UNREACHED: there is none */
	struct bypass *bypasses;
	size_t count;
	uint64_t *longest;  /* by place in the path: bypass of the arc that begins there */
	size_t *next_free;  /* by place: this one or the next that nothing lies over yet */
};

static uint64_t flow_cut_nothing(void *context, uint32_t vertex, bool is_second, uint64_t ticks)
{
	(void)context;
	(void)vertex;
	(void)is_second;
	(void)ticks;
	return 0;
}

static void gain_lengthen(struct gains *gains, uint32_t number, bool is_second)
{
	const struct flow_vertex *vertex = &gains->graph->vertices.items[number];
	uint32_t from = flow_arc_from(vertex, is_second);
	uint64_t ticks = gains->rest[number] + flow_arc_ticks(gains->graph, vertex, is_second);

	if (gains->rest[from] == UNREACHED || gains->rest[from] < ticks)
		gains->rest[from] = ticks;
}

static void gain_find_rests(struct gains *gains)
{
	const struct flow_graph *graph = gains->graph;

	for (size_t i = 0; i < graph->vertices.count; i++)
		gains->rest[i] = UNREACHED;
	gains->rest[graph->final] = 0;
	for (uint32_t i = graph->final; i > 0; i--) {
		if (gains->rest[i] == UNREACHED)
			continue;
		gain_lengthen(gains, i, false);
		if (flow_vertex_is_join(&graph->vertices.items[i]))
			gain_lengthen(gains, i, true);
	}
}

static void gain_add_bypass(struct gains *gains, uint32_t number, bool is_second)
{
	const struct flow_vertex *vertex = &gains->graph->vertices.items[number];
	uint32_t from = flow_arc_from(vertex, is_second);

	gains->bypasses[gains->count++] = (struct bypass){
		.ticks = gains->earliest[from] + gains->rest[number] +
			 flow_arc_ticks(gains->graph, vertex, is_second),
		.from = from,
		.to = number,
	};
}

/* All arcs that lead to the last sink and are not of the path. */
static void gain_list_bypasses(struct gains *gains)
{
	const struct flow_graph *graph = gains->graph;
	const struct flow_path *path = gains->path;
	size_t next = 0;

	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		const struct flow_vertex *vertex = &graph->vertices.items[i];
		bool is_on_path = next < path->vertices.count && path->vertices.items[next] == i;
		bool by_second = flow_vertex_is_by_second(graph, vertex);

		next += is_on_path;
		if (i == 0 || gains->rest[i] == UNREACHED)
			continue;
		if (!is_on_path || by_second)
			gain_add_bypass(gains, i, false);
		if (flow_vertex_is_join(vertex) && !(is_on_path && by_second))
			gain_add_bypass(gains, i, true);
	}
}

static int gain_by_ticks(const void *a, const void *b)
{
	const struct bypass *left = a, *right = b;

	return (left->ticks < right->ticks) - (left->ticks > right->ticks);
}

/* The first place of the path whose vertex is no earlier. */
static size_t gain_place(const struct flow_path *path, uint32_t vertex)
{
	size_t low = 0, high = path->vertices.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (path->vertices.items[middle] < vertex)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Tarjan, "Efficiency of a good but not linear set union algorithm": paths are halved. */
static size_t gain_next_free(struct gains *gains, size_t place)
{
	size_t *next = gains->next_free;

	while (next[place] != place) {
		next[place] = next[next[place]];
		place = next[place];
	}
	return place;
}

static void gain_lay_over(struct gains *gains, const struct bypass *bypass)
{
	const struct flow_path *path = gains->path;
	size_t place = gain_next_free(gains, gain_place(path, bypass->from));

	while (place < path->vertices.count && path->vertices.items[place] < bypass->to) {
		gains->longest[place] = bypass->ticks;
		gains->next_free[place] = place + 1;
		place = gain_next_free(gains, place);
	}
}

static void gain_find_longest(struct gains *gains)
{
	for (size_t i = 0; i <= gains->path->vertices.count; i++)
		gains->next_free[i] = i;
	if (gains->count > 0)
		qsort(gains->bypasses, gains->count, sizeof(*gains->bypasses), gain_by_ticks);
	for (size_t i = 0; i < gains->count; i++)
		gain_lay_over(gains, &gains->bypasses[i]);
}

/* The response without the path's arc from one place to the next, which may still be the longest.
 * */
static uint64_t gain_response(const struct gains *gains, size_t place)
{
	const uint32_t *vertices = gains->path->vertices.items;
	uint64_t through = gains->earliest[vertices[place]] + gains->rest[vertices[place + 1]];

	return through > gains->longest[place] ? through : gains->longest[place];
}

void flow_path_gains(const struct flow_graph *graph, const struct flow_path *path, uint64_t *gains)
{
	size_t vertices = graph->vertices.count, places = path->vertices.count;
	struct gains made = {
		.graph = graph,
		.path = path,
		.earliest = xcalloc(vertices, sizeof(*made.earliest)),
		.rest = xcalloc(vertices, sizeof(*made.rest)),
		.bypasses = xcalloc(2 * vertices, sizeof(*made.bypasses)),
		.longest = xcalloc(places + 1, sizeof(*made.longest)),
		.next_free = xcalloc(places + 1, sizeof(*made.next_free)),
	};

	flow_path_response_if(graph, flow_cut_nothing, NULL, made.earliest);
	gain_find_rests(&made);
	gain_list_bypasses(&made);
	gain_find_longest(&made);
	gains[0] = 0;
	for (size_t i = 0; i + 1 < places; i++)
		gains[i + 1] = flow_graph_response(graph) - gain_response(&made, i);
	free(made.earliest);
	free(made.rest);
	free(made.bypasses);
	free(made.longest);
	free(made.next_free);
}
