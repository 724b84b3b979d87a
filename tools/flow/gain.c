/* SPDX-License-Identifier: MIT */
/* Without an arc's time, the response is as long as the longest path that avoids the arc, or
 * shorter by the arc's time, whichever is longer. Vertices are in order of time, so each path has
 * exactly one arc from before the arc's end to that vertex or a later one. A path that avoids the
 * arc has another arc in that place. The longest path through such an arc is known from the longest
 * path from the source to its begin and the longest path from its end to the last sink. Each arc
 * off the critical path thus bounds the gain of a range of the path's arcs. */
#include "tools/flow/gain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"

/* Lengths are stored as length + 1; 0 stands for no path. */
#define NO_PATH 0

struct gain_search {
	const struct flow_graph *graph;
	const struct flow_path *path;
	uint64_t *to, *from;            /* longest paths from the source, to the end; by vertex */
	uint32_t *place;                /* index in the path of its first vertex not earlier */
	uint64_t *avoiding;             /* longest path around a range of arcs, by its first */
	unsigned level;                 /* such a range has 2^level arcs */
};

static uint64_t gain_max(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t gain_ticks(const struct gain_search *search, uint32_t vertex, bool is_second)
{
	return flow_arc_ticks(search->graph, &search->graph->vertices.items[vertex], is_second);
}

/* ---- All vertices ---- */

static void gain_find_ways(struct gain_search *search)
{
	const struct flow_vertex *vertices = search->graph->vertices.items;
	size_t count = search->graph->vertices.count;

	search->to[0] = 0;
	for (uint32_t i = 1; i < count; i++) {
		search->to[i] = search->to[vertices[i].prev] + gain_ticks(search, i, false);
		if (flow_vertex_is_join(&vertices[i]))
			search->to[i] = gain_max(search->to[i], search->to[vertices[i].second] +
								gain_ticks(search, i, true));
	}
	search->from[search->graph->final] = NO_PATH + 1;
	for (uint32_t i = (uint32_t)count; i-- > 1;) {
		uint64_t *from = search->from;

		if (from[i] == NO_PATH)
			continue;
		from[vertices[i].prev] = gain_max(from[vertices[i].prev],
						  from[i] + gain_ticks(search, i, false));
		if (flow_vertex_is_join(&vertices[i]))
			from[vertices[i].second] = gain_max(from[vertices[i].second],
							    from[i] + gain_ticks(search, i, true));
	}
}

/* ---- Ranges of arcs ---- */

static unsigned gain_level_of(uint32_t arcs)
{
	return 31 - (unsigned)__builtin_clz(arcs);
}

/* An arc off the path avoids the arcs of the path that end after its start and not after its end.
 * Two ranges of its level cover them. */
static void gain_add_arc(struct gain_search *search, uint32_t vertex, bool is_second)
{
	uint32_t from = flow_arc_from(&search->graph->vertices.items[vertex], is_second);
	uint32_t first = search->place[from + 1], end = search->place[vertex];
	uint64_t length;

	end += end < search->path->vertices.count && search->path->vertices.items[end] == vertex;
	if (search->from[vertex] == NO_PATH || first >= end ||
	    gain_level_of(end - first) != search->level)
		return;
	length = search->to[from] + gain_ticks(search, vertex, is_second) + search->from[vertex];
	search->avoiding[first] = gain_max(search->avoiding[first], length);
	end -= 1u << search->level;
	search->avoiding[end] = gain_max(search->avoiding[end], length);
}

static bool gain_is_on_path(const struct gain_search *search, uint32_t vertex, bool is_second)
{
	uint32_t place = search->place[vertex];

	return search->path->vertices.items[place] == vertex &&
	       flow_vertex_is_by_second(search->graph, vertex) == is_second;
}

static void gain_add_arcs(struct gain_search *search)
{
	for (uint32_t i = 1; i <= search->graph->final; i++) {
		const struct flow_vertex *vertex = &search->graph->vertices.items[i];

		if (!gain_is_on_path(search, i, false))
			gain_add_arc(search, i, false);
		if (flow_vertex_is_join(vertex) && !gain_is_on_path(search, i, true))
			gain_add_arc(search, i, true);
	}
}

/* ---- Proof ---- */

/* An arc of the path. */
struct gain_arc {
	uint32_t vertex;
	bool is_second;
};

static uint64_t gain_cut(void *context, uint32_t vertex, bool is_second, uint64_t ticks)
{
	const struct gain_arc *arc = context;

	return vertex == arc->vertex && is_second == arc->is_second ? ticks : 0;
}

/* Recalculate the network without the arc. */
static void gain_prove(const struct gain_search *search, size_t i, uint64_t gain)
{
	struct gain_arc arc = {
		search->path->vertices.items[i],
		flow_path_is_by_second(search->graph, search->path, i),
	};
	uint64_t found = flow_graph_response(search->graph) -
			 flow_path_response_if(search->graph, gain_cut, &arc, search->to);

	proof_require(gain == found, "the gain of event %" PRIu32 " is %" PRIu64 " ticks, but the "
				     "network without its arc is shorter by %" PRIu64,
		      search->graph->vertices.items[arc.vertex].event + 1, gain, found);
}

/* The largest gain, and the largest that another path limits. */
static void gain_prove_largest(const struct gain_search *search, const uint64_t *gains)
{
	size_t largest = 0, limited = 0;

	for (size_t i = 1; i < search->path->vertices.count; i++) {
		uint32_t vertex = search->path->vertices.items[i];
		bool is_second = flow_path_is_by_second(search->graph, search->path, i);

		largest = gains[i] > gains[largest] ? i : largest;
		if (gains[i] < gain_ticks(search, vertex, is_second) &&
		    (limited == 0 || gains[i] > gains[limited]))
			limited = i;
	}
	if (largest != 0)
		gain_prove(search, largest, gains[largest]);
	if (limited != 0)
		gain_prove(search, limited, gains[limited]);
}

/* ---- All ---- */

void flow_gains_find(const struct flow_graph *graph, const struct flow_path *path, uint64_t *gains)
{
	size_t vertices = graph->vertices.count, count = path->vertices.count;
	struct gain_search search = {
		.graph = graph, .path = path, .level = gain_level_of((uint32_t)count),
		.to = xcalloc(vertices, sizeof(*search.to)),
		.from = xcalloc(vertices, sizeof(*search.from)),
		.place = xcalloc(vertices + 1, sizeof(*search.place)),
		.avoiding = xcalloc(count, sizeof(*search.avoiding)),
	};
	uint64_t response = flow_graph_response(graph);
	uint32_t at = 0;

	gain_find_ways(&search);
	for (uint32_t i = 0; i < vertices; i++) {
		while (at < count && path->vertices.items[at] < i)
			at++;
		search.place[i] = at;
	}
	gain_add_arcs(&search);
	while (search.level > 0) {
		uint32_t half = 1u << --search.level;

		/* The bound of a range also bounds its halves. */
		for (size_t i = count; i-- > half;)
			search.avoiding[i] = gain_max(search.avoiding[i],
						      search.avoiding[i - half]);
		gain_add_arcs(&search);
	}
	gains[0] = 0;
	for (size_t i = 1; i < count; i++) {
		uint64_t ticks = gain_ticks(&search, path->vertices.items[i],
					    flow_path_is_by_second(graph, path, i));
		uint64_t around = search.avoiding[i];

		gains[i] = ticks;
		if (around != NO_PATH && response - (around - 1) < ticks)
			gains[i] = response - (around - 1);
	}
	gain_prove_largest(&search, gains);
	free(search.to);
	free(search.from);
	free(search.place);
	free(search.avoiding);
}
