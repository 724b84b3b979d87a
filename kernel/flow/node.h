/* SPDX-License-Identifier: MIT */
/* A node: CPUs with a lock, a run queue and threads. A machine is one node, or is divided into
 * several nodes, which only links connect (link.h). Ports, devices and sub-tasks also belong to a
 * node, and are in their own files. The structure is for the scheduler (sched.h). */
#ifndef KERNEL_FLOW_NODE_H
#define KERNEL_FLOW_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/task.h"
#include "kernel/task/thread.h"
#include "kernel/task/thread_queue.h"

/* A request of a waiting thread or of a message to a device. */
struct flow_request {
	struct thread_link link;        /* first, so that a link's address is that of its request */
	unsigned device;                /* object number */
	uint64_t ticks;                 /* service time */
	uint64_t deadline_tsc;          /* end of service */
	struct flow_task *task;
	void (*served)(struct flow_request *request);   /* called at the end */
};

struct flow_thread {
	struct thread_link link;        /* first, so that a link's address is that of its thread */
	uint64_t rsp;                   /* stack pointer while not running */
	unsigned stack;                 /* number of its stack */
	bool is_live;                   /* created and not joined */
	bool has_ended;
	struct flow_task task;
	const struct flow_step *first_step;
	struct flow_thread *joiner;     /* thread that waits for this one to end */
	uint32_t word;                  /* word that it received last */
	uint32_t wanted;                /* bytes still needed from a stream */
	struct flow_request request;    /* request that it waits for */
};

/* The thread of a request. */
static inline struct flow_thread *flow_thread_of(struct flow_request *request)
{
	return (struct flow_thread *)((char *)request - offsetof(struct flow_thread, request));
}

/* Accessed with the node's lock, except for the lock itself. */
struct flow_node {
	bool is_locked;
	bool is_over;                   /* ends all loops but the boot CPU's */
	bool is_wanted;                 /* another CPU, which may not have run for a while, must
					 * run */
	bool has_rung;                  /* has interrupted another node, whose CPUs may not have run
					 * for a while */
	int error;                      /* first error of a thread */
	const struct flow_script *script;
	uint32_t first_cpu, cpu_count, running;
	struct thread_queue ready;
	unsigned free_stacks[THREADS_MAX], free_stack_count;
	struct flow_thread threads[FLOW_THREADS_MAX];
};

extern struct flow_node flow_nodes[FLOW_NODES_MAX];

static inline struct flow_node *flow_node_here(void)
{
	return &flow_nodes[flow_node_number()];
}

/* The lock of any node. While holding the lock of a node, acquire only locks of nodes with higher
 * numbers. */
void flow_node_acquire(struct flow_node *node);
void flow_node_release(struct flow_node *node);

/* Call with the lock, which is released meanwhile. An emulator that runs all CPUs in one thread
 * switches to another CPU at a PAUSE. Without a PAUSE it might never switch while this CPU is busy.
 * On real CPUs a PAUSE takes almost no time. */
void flow_yield(void);

/* Acquire or release the lock of this CPU's node: in threads, and in interrupt handlers. */
void flow_lock(void);
void flow_unlock(void);
void flow_acquire(void);
void flow_release(void);

/* With the lock: store an error, if it is not 0. The run ends with its first error. */
void flow_add_error(int error);

#endif
