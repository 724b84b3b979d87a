/* SPDX-License-Identifier: MIT */
/* An interaction as a network: a vertex for each event, and arcs between them; B-arcs are marked.
 * Acyclic by construction: arcs run from earlier to later vertices. */
#ifndef TOOLS_FLOW_GRAPH_H
#define TOOLS_FLOW_GRAPH_H

#include "tools/flow/interaction.h"

struct flow_vertex {
	uint64_t time;
	uint32_t event;                 /* index into the log's events */
	uint32_t prev;                  /* previous vertex of its sub-task, or the fork that
					 * began it; FLOW_NONE for the source */
	uint32_t second;                /* of a join: the last vertex of the ended sub-task */
	uint32_t subtask;               /* index into subtasks */
	uint32_t ended;                 /* of a join: the ended sub-task, likewise */
	bool prev_blocked, second_blocked;      /* the arcs from prev and second are B-arcs */
};

struct flow_subtask {
	uint32_t number;
	uint32_t first, last;           /* vertices without the fork; FLOW_NONE: none of its own */
	uint32_t fork;                  /* vertex that began it; FLOW_NONE for the first one */
	uint32_t end;                   /* vertex at which it ended: a sink or a join */
	uint32_t blocked_from;          /* vertex from which it waits; FLOW_NONE */
};

/* Empty when zeroed; reusable for further interactions. */
struct flow_graph {
	const struct flow_log *log;
	const struct flow_interaction *interaction;
	FLOW_LIST(struct flow_vertex) vertices;   /* in the order of time */
	FLOW_LIST(struct flow_subtask) subtasks;
	uint32_t final;                 /* vertex: the last sink, or the response it ends at */
	uint32_t cut;                   /* other sub-tasks that are unfinished at the final
					 * vertex */
	uint32_t ties;                  /* joins at which neither side waited */
	struct number_map live;         /* empty between calls */
};

/* Make the network of an interaction. Returns false if the interaction is rejected, before or by
 * this call. */
bool flow_graph_make(const struct flow_interactions *interactions, struct flow_interaction *item,
		    struct flow_graph *graph);
void flow_graph_free(struct flow_graph *graph);

/* Response time: from the source to the last sink. */
uint64_t flow_graph_response(const struct flow_graph *graph);

const struct flow_event *flow_graph_event(const struct flow_graph *graph, uint32_t vertex);

static inline bool flow_vertex_is_join(const struct flow_vertex *vertex)
{
	return vertex->second != FLOW_NONE;
}

/* The arcs into a vertex: from the previous one, and into a join also from the last vertex of the
 * ended sub-task. The source has none. */
static inline uint32_t flow_arc_from(const struct flow_vertex *vertex, bool is_second)
{
	return is_second ? vertex->second : vertex->prev;
}

static inline bool flow_arc_is_blocked(const struct flow_vertex *vertex, bool is_second)
{
	return is_second ? vertex->second_blocked : vertex->prev_blocked;
}

#endif
