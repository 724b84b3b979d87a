/* SPDX-License-Identifier: MIT */
/* The critical path of a network, the paths that come next, and what shortening an arc would gain.
 * Sections 4.2 and 4.3 of the document that lib/event/flow.h names. */
#ifndef TOOLS_FLOW_PATH_H
#define TOOLS_FLOW_PATH_H

#include "tools/flow/graph.h"

/* Empty when zeroed; used again for one network after the other. */
struct flow_path {
	FLOW_LIST(uint32_t) vertices;    /* from the source to the last sink */
};

/* Find the path: back from the last sink, at each join by the arc that is not a B-arc; where
 * neither is, by the one from the later vertex. Returns false if it comes upon a B-arc all the
 * same. */
bool flow_path_find(const struct flow_graph *graph, struct flow_path *path);
void flow_path_free(struct flow_path *path);

/* Whether the critical path to a vertex comes by the arc that only a join has. */
bool flow_vertex_is_by_second(const struct flow_graph *graph, const struct flow_vertex *vertex);

/* The sum of the path's arcs. */
uint64_t flow_path_length(const struct flow_graph *graph, const struct flow_path *path);

/* Whether the path comes to its vertex number i, which is a join, by the sub-task that ends there.
 * */
bool flow_path_is_by_second(const struct flow_graph *graph, const struct flow_path *path, size_t i);

/* The weight of an arc into a vertex: 0 for a B-arc. The source has none, a join two. */
uint64_t flow_arc_ticks(const struct flow_graph *graph, const struct flow_vertex *vertex,
		       bool is_second);

/* A path that becomes critical when the critical one is shortened by so much. */
struct near_path {
	uint64_t slack;
	uint32_t leaves, returns;       /* vertices of the critical path where it does so */
	uint32_t apart;                 /* its vertices in between */
};

/* The near-critical paths, one for each join of the critical path, the longest first, at most
 * capacity of them. Returns how many. */
size_t flow_path_near(const struct flow_graph *graph, const struct flow_path *path,
		     struct near_path *near, size_t capacity);

/* The response time if arcs were shorter: by how much, cut says, given the arc's weight. The B-arcs
 * wait for whoever comes last then. earliest has room for a number per vertex. */
typedef uint64_t flow_cut(void *context, uint32_t vertex, bool is_second, uint64_t ticks);

uint64_t flow_path_response_if(const struct flow_graph *graph, flow_cut *cut, void *context,
			      uint64_t *earliest);

/* By how much the response time would be shorter if an arc of the critical path took no time, of
 * every arc by its own: gains has room for a number per vertex of the path, of which the first gets
 * 0. */
void flow_path_gains(const struct flow_graph *graph, const struct flow_path *path, uint64_t *gains);

#endif
