/* SPDX-License-Identifier: MIT */
/* Groups a run's objects with their queues, by their events. */
#ifndef TOOLS_FLOW_LOAD_GROUPS_H
#define TOOLS_FLOW_LOAD_GROUPS_H

#include "tools/flow/session.h"

/* For each object, by index in the log: the first object of its group, or FLOW_NONE if the object
 * has no queue. The caller frees the array. */
uint32_t *flow_groups_make(const struct flow_session *session, uint32_t run);

/* An event's object, or the queue that it names as left, by index in the log; FLOW_NONE if the log
 * has no name for it. */
uint32_t flow_groups_object(const struct flow_log *log, uint32_t run, uint8_t node,
			    uint32_t number);

#endif
