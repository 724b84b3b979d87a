/* SPDX-License-Identifier: MIT */
/* What a log itself says of its interactions, against what is found in their events: sums that the
 * target made on-line, and critical paths that a generator knows. */
#ifndef TOOLS_FLOW_GROUND_TRUTH_H
#define TOOLS_FLOW_GROUND_TRUTH_H

#include "tools/flow/session.h"
#include "tools/flow/sums.h"

/* A sum made on-line, and the same worked out from the events. */
struct flow_online {
	const struct wire_flow_online *online;
	const char *wrong;     /* what is wrong with its expression; NULL: nothing */
	struct flow_sums sums; /* without state_ticks, which is one number */
	uint64_t state_ticks;
	bool agrees;
};

/* Visit each of them. What a visit is given is valid during the call only. */
void flow_ground_truth_sums(struct flow_session *session,
			    void (*visit)(void *context,
					  const struct flow_online *found), void *context);

/* A critical path that is known. */
struct flow_truth {
	uint64_t source; /* sub-task that its interaction begins with */
	bool is_found;
};

void flow_ground_truth_paths(struct flow_session *session,
			     void (*visit)(void *context,
					   const struct flow_truth *truth), void *context);

#endif
