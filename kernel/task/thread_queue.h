/* SPDX-License-Identifier: MIT */
/* FIFO queues of threads that are ready or wait for an event. No hardware access. */
#ifndef KERNEL_TASK_THREAD_QUEUE_H
#define KERNEL_TASK_THREAD_QUEUE_H

#include <stddef.h>

struct thread_link {
	struct thread_link *next;
};

/* Zero-initialised: empty. A link is in at most one queue. */
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

/* Remove and return the oldest link, or NULL. */
static inline struct thread_link *thread_queue_pop(struct thread_queue *queue)
{
	struct thread_link *link = queue->first;

	if (link != NULL)
		queue->first = link->next;
	return link;
}

#endif
