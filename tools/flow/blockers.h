/* SPDX-License-Identifier: MIT */
/* Interactions that held a CPU, device, lock or thread that another one waited for. */
#ifndef TOOLS_FLOW_BLOCKERS_H
#define TOOLS_FLOW_BLOCKERS_H

#include "tools/flow/graph.h"

/* The time during which an interaction held something. */
struct flow_span {
	uint64_t key;                   /* of the CPU, device, lock or thread */
	uint64_t from, to;
	uint32_t interaction;
};

struct flow_blockers {
	FLOW_LIST(struct flow_span) spans;      /* by key and time */
};

/* Find the spans of all interactions of a run, rejected ones included. */
void flow_blockers_make(struct flow_blockers *blockers,
			const struct flow_interactions *interactions,
			uint32_t run);
void flow_blockers_free(struct flow_blockers *blockers);

/* Find the interactions that held what the arc from the previous vertex waited for, in order of
 * time, at most capacity of them. If the vertex's own interaction waited for itself, it is one of
 * them. Returns their number; 0 if the arc is not a wait. */
size_t flow_blockers_find(const struct flow_blockers *blockers, const struct flow_graph *graph,
			  uint32_t vertex, uint32_t *interactions, size_t capacity);

#endif
