/* SPDX-License-Identifier: MIT */
/* Which queue is whose: a run's objects in groups, as its events show them. */
#ifndef TOOLS_FLOW_LOAD_GROUPS_H
#define TOOLS_FLOW_LOAD_GROUPS_H

#include "tools/flow/session.h"

/* By index in the log: of an object the first object of its group, or FLOW_NONE if nobody queues up
 * for it. To be freed. */
uint32_t *flow_groups_make(const struct flow_session *session, uint32_t run);

/* An event's object, or the queue that it names as left, by index in the log; FLOW_NONE if the log
 * has no name for it. */
uint32_t flow_groups_object(const struct flow_log *log, uint32_t run, uint8_t node,
			    uint32_t number);

#endif
