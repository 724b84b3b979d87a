/* SPDX-License-Identifier: MIT */
/* Threads in the order in which they came: those who are ready to run, and those who wait for
 * something. Tested natively. */
#ifndef KERNEL_TASK_THREAD_QUEUE_H
#define KERNEL_TASK_THREAD_QUEUE_H

#include <stddef.h>

struct thread_link {
	struct thread_link *next;
};

/* Empty when zeroed. A link is in one queue at most. */
struct thread_queue {
	struct thread_link *first, *last;
};

static inline void thread_queue_push(struct thread_queue *queue, struct thread_link *link)
{
	link->next = NULL;
	if (queue->first == NULL)
		queue->first = link;
	else
		queue->last->next = link;
	queue->last = link;
}

/* The one that has been there longest, or NULL. */
static inline struct thread_link *thread_queue_pop(struct thread_queue *queue)
{
	struct thread_link *link = queue->first;

	if (link != NULL)
		queue->first = link->next;
	return link;
}

#endif
