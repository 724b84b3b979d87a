/* SPDX-License-Identifier: MIT */
/* Sub-tasks of interactions: how they begin, fork, join and end. To be called under the scheduler's
 * lock; those of each node are its own. Ashton & Penny, "The Interaction Network", 1991,
 * section 3. */
#ifndef KERNEL_FLOW_TASK_H
#define KERNEL_FLOW_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/flow/record.h"

/* No sub-tasks and no interactions; numbers begin anew. */
void flow_task_reset(void);

/* A user action, recognised as *task. Returns -ENOMEM if there have been too many. */
int flow_task_begin(struct flow_task *task);

/* The event makes a sub-task of the same task, in *child, carried by thread. */
void flow_task_fork(unsigned kind_and_flags, struct flow_task *task, struct flow_task *child,
		   uint16_t thread, unsigned object);

/* The event ends a sub-task of the same task. */
void flow_task_join(unsigned kind_and_flags, struct flow_task *task, struct flow_task *ended,
		   unsigned object);

/* Whether both are sub-tasks of one task. */
static inline bool flow_task_is_same(const struct flow_task *a, const struct flow_task *b)
{
	return a->number != 0 && b->number != 0 && a->interaction == b->interaction;
}

/* Who waited goes on because of what another sub-task did at object: within a task that is a fork
 * and a join. */
void flow_task_unblock(struct flow_task *task, struct flow_task *waiting, unsigned object);

/* The event ends the sub-task, if there is one; and the interaction, if it was the last one. */
void flow_task_finish(unsigned kind, struct flow_task *task);

/* Interactions of this node so far: the number of the next one. */
uint32_t flow_task_count(void);

/* Whether none of the sub-tasks of an interaction of this node is left. */
bool flow_task_is_over(uint32_t interaction);

/* The sub-task has gone to another node; has come from one, of the interaction that began with
 * sub-task source, on whatever node. Returns -ENOMEM if there have been too many interactions. */
void flow_task_leave(struct flow_task *task);
int flow_task_arrive(struct flow_task *task, uint32_t number, uint32_t source);

/* The sub-task with which the task's interaction began; 0 for no task. */
uint32_t flow_task_source(const struct flow_task *task);

/* What the next sub-task will be numbered. */
uint32_t flow_task_next(void);

/* ---- Of all nodes, without locks: nothing runs any more ---- */

/* Interactions whose sub-tasks have not all ended. */
uint32_t flow_task_unfinished(void);

/* Sub-task with which the first node's last interaction began, and how long that took. */
uint32_t flow_task_last_source(void);
uint64_t flow_task_last_response_ticks(void);

/* How long the first node's interactions took on average; 0 if there were none. */
uint64_t flow_task_mean_response_ticks(void);

#endif
