/* One interaction as a network: a vertex an event, and the arcs between them, of which B-arcs are
 * marked. It is acyclic by the way it is made: arcs run from earlier vertices to later ones. */
#ifndef TOOLS_NET_GRAPH_H
#define TOOLS_NET_GRAPH_H

#include "tools/net_interaction.h"

struct net_vertex {
	uint64_t time;
	uint32_t event;                 /* index into the log's events */
	uint32_t prev;                  /* vertex before it in its sub-task, or the fork that began
					 * that; NET_NONE for the source */
	uint32_t second;                /* of a join: the last vertex of the sub-task that ends */
	uint32_t subtask;               /* index into subtasks */
	uint32_t ended;                 /* of a join: the sub-task that ends, likewise */
	bool prev_blocked, second_blocked;      /* the arcs from there are B-arcs */
};

struct net_subtask {
	uint32_t number;
	uint32_t first, last;           /* vertices, the fork not included; NET_NONE: it has none
					 * of its own */
	uint32_t fork;                  /* vertex that began it; NET_NONE for the first one */
	uint32_t end;                   /* vertex at which it ended: a sink or a join */
	uint32_t blocked_from;          /* vertex from which on it waits; NET_NONE */
};

/* Empty when zeroed; used again for one interaction after the other. */
struct net_graph {
	const struct net_log *log;
	const struct net_interaction *interaction;
	NET_LIST(struct net_vertex) vertices;   /* in the order of time */
	NET_LIST(struct net_subtask) subtasks;
	uint32_t final;                 /* vertex: the last sink */
	uint32_t ties;                  /* joins neither side of which had to wait */
	struct number_map live;         /* empty between calls */
};

/* Make the network of an interaction. Returns false if it has none: it is set aside already, or is
 * now. */
bool net_graph_make(const struct net_interactions *interactions, struct net_interaction *item,
		    struct net_graph *graph);
void net_graph_free(struct net_graph *graph);

/* Response time: from the source to the last sink. */
uint64_t net_graph_response(const struct net_graph *graph);

const struct net_event *net_graph_event(const struct net_graph *graph, uint32_t vertex);

static inline bool net_vertex_is_join(const struct net_vertex *vertex)
{
	return vertex->second != NET_NONE;
}

#endif
