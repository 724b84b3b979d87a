/* Sub-tasks of interactions: how they begin, fork, join and end. To be called under the scheduler's
 * lock. Ashton & Penny, "The Interaction Network", 1991, section 3. */
#ifndef KERNEL_NET_TASK_H
#define KERNEL_NET_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/net_record.h"

#define NET_INTERACTIONS_MAX 64

/* No sub-tasks and no interactions; numbers begin anew. */
void net_task_reset(void);

/* A user action, recognised as *task. Returns -ENOMEM if there have been too many. */
int net_task_begin(struct net_task *task);

/* The event makes a sub-task of the same task, in *child, carried by thread. */
void net_task_fork(unsigned kind_and_flags, struct net_task *task, struct net_task *child,
		   uint16_t thread, unsigned object);

/* The event ends a sub-task of the same task. */
void net_task_join(unsigned kind, struct net_task *task, struct net_task *ended, unsigned object);

/* The event ends the sub-task, if there is one; and the interaction, if it was the last one. */
void net_task_finish(unsigned kind, struct net_task *task);

/* What the next sub-task will be numbered. */
uint32_t net_task_next(void);

/* Some sub-task of the interaction was in these declared states. Any CPU, without the lock. */
void net_task_saw(const struct net_task *task, uint32_t states);

/* Interactions whose sub-tasks have not all ended. */
uint32_t net_task_unfinished(void);

/* Sub-task with which the last interaction began, and how long that took. */
uint32_t net_task_last_source(void);
uint64_t net_task_last_response_ticks(void);

#endif
