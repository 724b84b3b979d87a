/* SPDX-License-Identifier: MIT */
/* Messages that went from node to node, as their events tell. */
#ifndef TOOLS_FLOW_NODES_CROSSINGS_H
#define TOOLS_FLOW_NODES_CROSSINGS_H

#include "tools/flow/log.h"

/* A sub-task that was begun on one node has events on another: the first of them came after. If one
 * of several forwarded it, what it has on the rest came after that. */
struct flow_crossing {
	uint32_t sent, received;        /* events, by index: the fork, or the message's last one on
					 * the device that sent it; and the first one there */
	uint8_t from, to;               /* nodes */
	uint32_t run, subtask;
};

struct flow_crossings {
	FLOW_LIST(struct flow_crossing);
	size_t ambiguous;               /* sub-tasks whose number was used twice: left out */
};

/* Find them all; on each other node that a sub-task came to. Clocks of nodes are not compared. */
void flow_crossings_find(const struct flow_log *log, struct flow_crossings *crossings);
void flow_crossings_free(struct flow_crossings *crossings);

#endif
