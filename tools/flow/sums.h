/* SPDX-License-Identifier: MIT */
/* Sums over a set of interactions: response times, and the time that their critical paths were in
 * composite states. Sections 5.2 and 5.3 of the document that lib/event/flow.h names. */
#ifndef TOOLS_FLOW_SUMS_H
#define TOOLS_FLOW_SUMS_H

#include "tools/flow/expr.h"
#include "tools/flow/path.h"
#include "tools/flow/session.h"

struct flow_sums {
	uint64_t interactions;
	uint64_t response_ticks;
	uint64_t *state_ticks;          /* by expression, in the order given */
};

/* An arc of a critical path: its start and length, and the events at both ends, as indices into the
 * events of the log. Arcs of a path are consecutive. */
struct flow_sums_arc {
	uint64_t from, ticks;
	uint32_t begin, end;
};

/* Called for each arc with its state. */
typedef void flow_sums_visit(void *context, const struct flow_usage *use, flow_state state,
			    const struct flow_sums_arc *arc);

struct flow_sums_request {
	const uint8_t *picked;          /* a byte for each interaction; NULL: all */
	uint32_t run;                   /* or FLOW_NONE for all */
	struct flow_expr *using;         /* selects interactions with a sub-task in this state;
					  * NULL: all */
	struct flow_expr *states;
	size_t state_count;
	flow_sums_visit *visit;          /* NULL: none */
	bool all_objects;               /* visited states include objects in no expression */
	void *context;
};

/* sums->state_ticks has room for state_count numbers. */
void flow_sums_make(struct flow_session *session, const struct flow_sums_request *request,
		   struct flow_sums *sums);

#endif
