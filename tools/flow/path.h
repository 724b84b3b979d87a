/* SPDX-License-Identifier: MIT */
/* The critical path of a network, and the gain if an arc takes less time. Sections 4.2 and 4.3 of
 * the document that lib/event/flow.h names. */
#ifndef TOOLS_FLOW_PATH_H
#define TOOLS_FLOW_PATH_H

#include "tools/flow/graph.h"

/* Empty when zeroed; reusable for further networks. */
struct flow_path {
	FLOW_LIST(uint32_t) vertices;    /* from the source to the last sink */
};

/* Find the path by going back from the last sink. At each join the path takes the arc that is not a
 * B-arc. If neither arc is a B-arc, it takes the arc from the later vertex. Returns false if the
 * path contains a B-arc. */
bool flow_path_find(const struct flow_graph *graph, struct flow_path *path);
void flow_path_free(struct flow_path *path);

/* The sum of the path's arcs. */
uint64_t flow_path_length(const struct flow_graph *graph, const struct flow_path *path);

/* Whether the path enters its vertex i, a join, from the sub-task that ends there. */
bool flow_path_is_by_second(const struct flow_graph *graph, const struct flow_path *path, size_t i);

/* Whether the longest path to a vertex enters it by the arc that only joins have. */
bool flow_vertex_is_by_second(const struct flow_graph *graph, uint32_t number);

/* The weight of an arc into a vertex: 0 for a B-arc. The source has none, a join two. */
uint64_t flow_arc_ticks(const struct flow_graph *graph, const struct flow_vertex *vertex,
		       bool is_second);

/* The response time with shorter arcs. cut returns the reduction of an arc's weight. At a join, the
 * later of the two sides then decides. earliest has room for a number per vertex. */
typedef uint64_t flow_cut(void *context, uint32_t vertex, bool is_second, uint64_t ticks);

uint64_t flow_path_response_if(const struct flow_graph *graph, flow_cut *cut, void *context,
			      uint64_t *earliest);

#endif
