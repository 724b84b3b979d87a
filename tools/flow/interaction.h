/* SPDX-License-Identifier: MIT */
/* Which events belong to which interaction: sub-tasks are followed from the source through forks
 * and joins. What can't be followed is set aside, with the event and the reason; the rest goes on.
 * */
#ifndef TOOLS_FLOW_INTERACTION_H
#define TOOLS_FLOW_INTERACTION_H

#include "tools/flow/log.h"
#include "tools/flow/order.h"

#define FLOW_NONE UINT32_MAX

/* Why an interaction is set aside: X(reason, what is wrong with the event that shows it). */
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
	X(CUT, "began it, and events were lost before it ended") \
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
	uint32_t source;                /* sub-task it began with */
	uint32_t first, last;           /* events, by index; chained by `next` below */
	uint32_t count;                 /* events */
	uint32_t response;              /* its last event of that kind, by index; FLOW_NONE */
	uint32_t to_response;           /* how many events it has up to there */
	bool is_answered;               /* up to there it may be whole, though not behind */
	uint32_t fault_event;           /* index */
	uint8_t fault;                  /* enum flow_fault; the first that was found */
};

struct flow_interactions {
	const struct flow_log *log;
	FLOW_LIST(struct flow_interaction) items; /* in the order of their sources */
	uint32_t *next;                 /* of an event, in its interaction, in order of time */
	uint32_t strays;                /* events that name no sub-task */
	uint32_t first_stray;           /* index of the first of them */
};

/* order is needed during the call only. */
void flow_interactions_make(const struct flow_log *log, const struct flow_order *order,
			   struct flow_interactions *interactions);
void flow_interactions_free(struct flow_interactions *interactions);

/* Let interactions end at their last response: those that are whole up to there are sound, also if
 * sub-tasks go on for good or events are missing later, and the others are set aside. */
void flow_interactions_end_at_response(struct flow_interactions *interactions);

/* Set an interaction aside, unless it already is. */
void flow_interaction_fault(struct flow_interaction *interaction, enum flow_fault fault,
			   uint32_t event);

/* What is wrong, after "event N (kind of sub-task n.s) ". */
const char *flow_fault_text(enum flow_fault fault);

/* What a kind of event is: its name, construct and use. kind must be below FLOW_KIND_COUNT. */
struct flow_kind_info {
	const char *name;
	enum flow_construct construct;
	enum flow_use use;
};

extern const struct flow_kind_info flow_kinds[FLOW_KIND_COUNT];

#endif
