/* SPDX-License-Identifier: MIT */
/* Near-critical paths. Back from a vertex there is one way to the critical path, that of the vertex
 * before it, so all ways are found in one pass in the order of time. */
#include "tools/flow/path.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

/* The way back from a vertex. */
struct way {
	uint32_t leaves; /* the critical path's vertex that it comes to */
	uint32_t apart;  /* vertices before that, itself among them */
};

/* To be freed. */
static struct way *near_find_ways(const struct flow_graph *graph, const struct flow_path *path)
{
	struct way *ways = xcalloc(graph->vertices.count, sizeof(*ways));
	size_t next = 0;

	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		const struct flow_vertex *vertex = &graph->vertices.items[i];

		if (next < path->vertices.count && path->vertices.items[next] == i) {
			ways[i].leaves = i;
			next++;
		} else {
			const struct way *before = &ways[flow_arc_from(
				vertex, flow_vertex_is_by_second(graph, vertex))];

			ways[i] = (struct way){before->leaves, before->apart + 1};
		}
	}
	return ways;
}

/* The path that comes to a join of the critical path by its other arc. */
static struct near_path near_path_at(const struct flow_graph *graph, const struct way *ways,
				     uint32_t join)
{
	const struct flow_vertex *vertex = &graph->vertices.items[join];
	bool by_second = !flow_vertex_is_by_second(graph, vertex);
	uint32_t from = flow_arc_from(vertex, by_second);

	return (struct near_path){
		.slack = vertex->time - graph->vertices.items[from].time -
			 flow_arc_ticks(graph, vertex, by_second),
		.leaves = ways[from].leaves,
		.returns = join,
		.apart = ways[from].apart,
	};
}

static int near_by_slack(const void *a, const void *b)
{
	const struct near_path *left = a, *right = b;

	if (left->slack != right->slack)
		return left->slack < right->slack ? -1 : 1;
	return (left->returns > right->returns) - (left->returns < right->returns);
}

size_t flow_path_near(const struct flow_graph *graph, const struct flow_path *path,
		     struct near_path *near, size_t capacity)
{
	struct near_path *all = xcalloc(path->vertices.count + 1, sizeof(*all));
	struct way *ways = near_find_ways(graph, path);
	size_t count = 0, kept;

	for (size_t i = 0; i < path->vertices.count; i++) {
		uint32_t vertex = path->vertices.items[i];

		if (flow_vertex_is_join(&graph->vertices.items[vertex]))
			all[count++] = near_path_at(graph, ways, vertex);
	}
	if (count > 0)
		qsort(all, count, sizeof(*all), near_by_slack);
	kept = count < capacity ? count : capacity;
	for (size_t i = 0; i < kept; i++)
		near[i] = all[i];
	free(ways);
	free(all);
	return kept;
}
