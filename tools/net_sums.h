/* Sums over a set of interactions: response times, and the time that their critical paths were in
 * composite states. Sections 5.2 and 5.3 of the document that lib/net_event.h names. */
#ifndef TOOLS_NET_SUMS_H
#define TOOLS_NET_SUMS_H

#include "tools/net_expr.h"
#include "tools/net_path.h"
#include "tools/net_session.h"

struct net_sums {
	uint64_t interactions;
	uint64_t response_ticks;
	uint64_t *state_ticks;          /* by expression, in the order given */
};

/* Called for each arc of a critical path: the state it is in, and its length. */
typedef void net_sums_visit(void *context, const struct net_usage *use, net_state state,
			    uint64_t ticks);

struct net_sums_request {
	const uint8_t *picked;          /* a byte for each interaction; NULL: all */
	uint32_t run;                   /* or NET_NONE for all */
	struct net_expr *using;         /* that a sub-task has been in the state; NULL: all */
	struct net_expr *states;
	size_t state_count;
	net_sums_visit *visit;          /* NULL: none */
	bool all_objects;               /* those in no expression are in the states visited too */
	void *context;
};

/* sums->state_ticks has room for state_count numbers. */
void net_sums_make(struct net_session *session, const struct net_sums_request *request,
		   struct net_sums *sums);

#endif
