/* SPDX-License-Identifier: MIT */
/* Who was in the way: the interactions that used a CPU, a device or a lock, or had a thread at work
 * for them, while another one waited for it. */
#ifndef TOOLS_FLOW_BLOCKERS_H
#define TOOLS_FLOW_BLOCKERS_H

#include "tools/flow/graph.h"

/* An interaction had something for itself, from one time to another. */
struct flow_span {
	uint64_t key;                   /* what: CPU, device, lock or thread */
	uint64_t from, to;
	uint32_t interaction;
};

struct flow_blockers {
	FLOW_LIST(struct flow_span) spans;      /* by key and time */
};

/* Find them for all interactions of a run, those too that were set aside. */
void flow_blockers_make(struct flow_blockers *blockers,
			const struct flow_interactions *interactions,
			uint32_t run);
void flow_blockers_free(struct flow_blockers *blockers);

/* The interactions that had what the arc from the vertex before was a wait for, in the order of
 * time, at most capacity of them; the vertex's own is one of them if it waited for itself. Returns
 * how many there are; 0 if it is no wait. */
size_t flow_blockers_find(const struct flow_blockers *blockers, const struct flow_graph *graph,
			  uint32_t vertex, uint32_t *interactions, size_t capacity);

#endif
