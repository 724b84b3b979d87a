/* SPDX-License-Identifier: MIT */
/* Objects used by each sub-task of a network over time: the statewords of section 5.1 of the
 * document that lib/event/flow.h names, with a bit for each object of interest. */
#ifndef TOOLS_FLOW_USE_H
#define TOOLS_FLOW_USE_H

#include "tools/flow/graph.h"

#define FLOW_WORD_BITS 64

/* A stateword: as many words of 64 bits as the objects of interest need. */
typedef const uint64_t *flow_state;

struct flow_usage {
	const struct flow_log *log;
	uint32_t run;
	struct number_map bits;         /* object to bit */
	FLOW_LIST(uint32_t) objects;     /* by bit: index into the log's objects */
	size_t words;
	uint64_t *carried;              /* bits of objects that a new sub-task inherits */
	uint64_t *states;               /* by sub-task */
	size_t states_capacity;         /* in words */
};

/* Set the objects of interest: those of one run that `selects` accepts; NULL accepts all. */
void flow_use_begin(struct flow_usage *use, const struct flow_log *log, uint32_t run,
		    bool (*selects)(void *context, const struct flow_named *object), void *context);
void flow_use_free(struct flow_usage *use);

/* Called for each vertex. prev and second are the states on the arcs that end at the vertex, or
 * NULL if the arc is missing. after is the state of the vertex's sub-task from here on. created is
 * the state of the sub-task that the vertex creates, or NULL. */
struct flow_use_step {
	uint32_t vertex;
	flow_state prev, second, after, created;
};

void flow_use_walk(struct flow_usage *use, const struct flow_graph *graph,
		  void (*visit)(void *context, const struct flow_use_step *step), void *context);

/* Whether an object is in use. */
static inline bool flow_state_has(flow_state state, size_t bit)
{
	return (state[bit / FLOW_WORD_BITS] >> bit % FLOW_WORD_BITS & 1) != 0;
}

#endif
