/* SPDX-License-Identifier: MIT */
/* A node: CPUs with a lock, a run queue and threads of their own. A machine is one node, or is
 * shared out among several, which have nothing in common but the links between them (link.h).
 * Ports, devices and sub-tasks are each node's own too, in the files that know them. For
 * sched.c and threads.c, but for flow_node_number(). */
#ifndef KERNEL_FLOW_NODE_H
#define KERNEL_FLOW_NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/cpu/cpu.h"
#include "kernel/flow/sched.h"
#include "kernel/task/thread.h"

/* Under its lock, but for the lock. */
struct flow_node {
	bool is_locked;
	bool is_over;                   /* for all loops but the boot CPU's */
	bool is_wanted;                 /* another CPU, which may have had no turn for a while */
	bool has_rung;                  /* at another node, whose CPUs may have had none either */
	int error;                      /* the first of a thread's */
	const struct flow_script *script;
	uint32_t first_cpu, cpu_count, running;
	struct thread_queue ready;
	unsigned free_stacks[THREADS_MAX], free_stack_count;
	struct flow_thread threads[FLOW_THREADS_MAX];
};

extern struct flow_node flow_nodes[FLOW_NODES_MAX];

/* The number of the node that this CPU is of: the same wherever a thread goes on. */
static inline unsigned flow_node_number(void)
{
	return this_cpu()->flow_ring->node;
}

static inline struct flow_node *flow_node_here(void)
{
	return &flow_nodes[flow_node_number()];
}

/* The lock of any node; with the one of this node in hand, only those of higher numbers. */
void flow_node_acquire(struct flow_node *node);
void flow_node_release(struct flow_node *node);

/* An emulator that runs all CPUs in one thread goes on to the next one at a pause, and else may not
 * for as long as this one has anything to do. To a CPU of its own a pause is next to nothing. Under
 * the lock, which is released meanwhile. */
void flow_yield(void);

/* Start the threads that are there from the start. */
void flow_threads_create(struct flow_node *node);

#endif
