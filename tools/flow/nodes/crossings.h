/* SPDX-License-Identifier: MIT */
/* Finds messages between nodes from their events. */
#ifndef TOOLS_FLOW_NODES_CROSSINGS_H
#define TOOLS_FLOW_NODES_CROSSINGS_H

#include "tools/flow/log.h"

/* A sub-task that was created on one node and has events on another node. The first of these events
 * is later than the creation. If exactly one other node forwarded the sub-task, its events on
 * further nodes are later than the forwarding. */
struct flow_crossing {
	/* indices of events: the fork, or the end of the message's last sending; and the first
	 * event on the other node */
	uint32_t sent, received;
	uint8_t from, to;               /* nodes */
	uint32_t run, subtask;
};

struct flow_crossings {
	FLOW_LIST(struct flow_crossing);
	size_t ambiguous;               /* sub-tasks with an ambiguous number, which are omitted */
};

/* Find all crossings: one for each other node that a sub-task reached. Does not compare clocks of
 * nodes. */
void flow_crossings_find(const struct flow_log *log, struct flow_crossings *crossings);
void flow_crossings_free(struct flow_crossings *crossings);

#endif
