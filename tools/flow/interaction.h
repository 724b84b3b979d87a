/* SPDX-License-Identifier: MIT */
/* Assigns events to interactions: sub-tasks are followed from the source through forks and joins.
 * Interactions that cannot be followed are rejected, with the event and the reason. */
#ifndef TOOLS_FLOW_INTERACTION_H
#define TOOLS_FLOW_INTERACTION_H

#include "tools/flow/log.h"
#include "tools/flow/order.h"

#define FLOW_NONE UINT32_MAX

/* Why an interaction is rejected: X(reason, the fault of the event that shows it). */
#define FLOW_FAULTS(X) \
	X(SOUND, "nothing") \
	X(NO_SOURCE, "its sub-task has no beginning: the source or fork is missing") \
	X(SECOND_SOURCE, "its sub-task is active: a second source, or its number was reused too " \
			 "soon") \
	X(FORK_OF_LIVE, "creates an active sub-task: its number was reused too soon") \
	X(JOIN_WITHOUT_FORK, "joins a sub-task that has not begun (a cycle) or has ended") \
	X(JOIN_OF_OTHER, "joins a sub-task of another interaction: two sources") \
	X(UNKNOWN_KIND, "is of an unknown kind") \
	X(CLOCK_BACK, "is earlier than the one before it on its CPU: the clock stepped back") \
	X(TIME_BACK, "is earlier than the one before it in the network") \
	X(BOTH_WAIT, "joins two sub-tasks that both wait") \
	X(BLOCKED_FORK, "creates a sub-task while its own is blocked") \
	X(UNENDED, "is the last of a sub-task without an end: the trace is truncated") \
	X(CUT, "began the sub-task, and events were lost before the sub-task ended") \
	X(NO_RESPONSE, "began it, and no complete path leads to a response")

enum flow_fault {
#define X(fault, summary) FLOW_FAULT_##fault,
	FLOW_FAULTS(X)
#undef X
	FLOW_FAULT_COUNT
};

struct flow_interaction {
	uint64_t begin, end;            /* times of its first and last event */
	uint32_t run;
	uint32_t source;                /* first sub-task */
	uint32_t first, last;           /* events, by index; chained by `next` below */
	uint32_t count;                 /* events */
	uint32_t response;              /* its last event FLOW_RESPONSE, by index; FLOW_NONE */
	uint32_t to_response;           /* number of events up to the response */
	bool is_answered;               /* whole up to the response, perhaps not after it */
	uint32_t fault_event;           /* index */
	uint8_t fault;                  /* enum flow_fault; the first one found */
};

struct flow_interactions {
	const struct flow_log *log;
	FLOW_LIST(struct flow_interaction) items; /* in the order of their sources */
	uint32_t *next;                 /* next event of the same interaction, in order of time */
	uint32_t strays;                /* events without a sub-task */
	uint32_t first_stray;           /* index of the first of them */
};

/* Find the interactions; order is used during the call only. */
void flow_interactions_make(const struct flow_log *log, const struct flow_order *order,
			   struct flow_interactions *interactions);
void flow_interactions_free(struct flow_interactions *interactions);

/* End interactions at their last response. An interaction that is whole up to its response is
 * sound, even if sub-tasks continue or later events are missing. All others are rejected. */
void flow_interactions_end_at_response(struct flow_interactions *interactions);

/* Reject an interaction that is not yet rejected. */
void flow_interaction_fault(struct flow_interaction *interaction, enum flow_fault fault,
			   uint32_t event);

/* Text of a fault, to follow "event N (kind of sub-task n.s) ". */
const char *flow_fault_text(enum flow_fault fault);

#endif
