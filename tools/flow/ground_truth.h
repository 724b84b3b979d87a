/* SPDX-License-Identifier: MIT */
/* Checks results in a log against its events: online sums of the target, and known critical paths
 * of a generator. */
#ifndef TOOLS_FLOW_GROUND_TRUTH_H
#define TOOLS_FLOW_GROUND_TRUTH_H

#include "tools/flow/session.h"
#include "tools/flow/sums.h"

/* An online sum, and the same sum computed from the events. */
struct flow_online {
	const struct wire_flow_online *online;
	const char *error;     /* in one of its expressions; NULL: none */
	struct flow_sums sums; /* without state_ticks, which is one number */
	uint64_t state_ticks;
	bool agrees;
};

/* Visit each online sum. The visitor's argument is valid during the call only. */
void flow_ground_truth_sums(struct flow_session *session,
			    void (*visit)(void *context,
					  const struct flow_online *found), void *context);

/* A known critical path. */
struct flow_truth {
	uint64_t source; /* first sub-task of its interaction */
	bool is_found;
};

void flow_ground_truth_paths(struct flow_session *session,
			     void (*visit)(void *context,
					   const struct flow_truth *truth), void *context);

#endif
