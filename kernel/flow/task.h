/* SPDX-License-Identifier: MIT */
/* Sub-tasks of interactions: begin, fork, join and end. With the scheduler's lock, of which each
 * node has one. Ashton & Penny, "The Interaction Network", 1991, section 3. */
#ifndef KERNEL_FLOW_TASK_H
#define KERNEL_FLOW_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/flow/record.h"

/* Discard all sub-tasks and interactions, and restart their numbers. */
void flow_task_reset(void);

/* Begin an interaction with a user action as *task. Returns -ENOMEM if there are too many
 * interactions. */
int flow_task_begin(struct flow_task *task);

/* Record the event. It creates *child, a sub-task of the same task that thread carries. */
void flow_task_fork(unsigned kind_and_flags, struct flow_task *task, struct flow_task *child,
		   uint16_t thread, unsigned object);

/* Record the event. It ends another sub-task of the same task. */
void flow_task_join(unsigned kind_and_flags, struct flow_task *task, struct flow_task *ended,
		   unsigned object);

/* Whether both belong to the same task. */
static inline bool flow_task_is_same(const struct flow_task *a, const struct flow_task *b)
{
	return a->number != 0 && b->number != 0 && a->interaction == b->interaction;
}

/* A waiting sub-task continues because of an event of another sub-task at object. If both belong to
 * one task, this is a fork and a join. */
void flow_task_unblock(struct flow_task *task, struct flow_task *waiting, unsigned object);

/* Record the event. It ends the sub-task, if any. If that was the interaction's last sub-task, the
 * interaction ends too. */
void flow_task_finish(unsigned kind, struct flow_task *task);

/* Number of this node's interactions so far, which is also the next interaction's number. */
uint32_t flow_task_count(void);

/* Whether all sub-tasks of this node's interaction have ended. */
bool flow_task_is_over(uint32_t interaction);

/* flow_task_leave() notes that a sub-task left for another node. flow_task_arrive() notes that one
 * arrived from a node, of the interaction that began with sub-task source on any node, and returns
 * -ENOMEM if there are too many interactions. */
void flow_task_leave(struct flow_task *task);
int flow_task_arrive(struct flow_task *task, uint32_t number, uint32_t source);

/* The first sub-task of the task's interaction; 0 without a task. */
uint32_t flow_task_source(const struct flow_task *task);

/* Number of the next sub-task. */
uint32_t flow_task_next(void);

/* ---- All nodes, without locks: while nothing runs ---- */

/* Interactions with sub-tasks that have not ended. */
uint32_t flow_task_unfinished(void);

/* First sub-task of node 0's latest interaction, and its response time. */
uint32_t flow_task_last_source(void);
uint64_t flow_task_last_response_ticks(void);

/* Mean response time of node 0's interactions; 0 without any. */
uint64_t flow_task_mean_response_ticks(void);

#endif
