/* SPDX-License-Identifier: MIT */
/* A node: CPUs with a lock, a run queue and threads. A machine is one node, or is divided into
 * several, connected only by links (link.h). Ports, devices and sub-tasks are per node too, in
 * their own files. For sched.c and threads.c, except for flow_node_number(). */
#ifndef KERNEL_FLOW_NODE_H
#define KERNEL_FLOW_NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/cpu/cpu.h"
#include "kernel/flow/sched.h"
#include "kernel/task/thread.h"

/* With its lock, except for the lock itself. */
struct flow_node {
	bool is_locked;
	bool is_over;                   /* ends all loops but the boot CPU's */
	bool is_wanted;                 /* another CPU must run, which may not have for a while */
	bool has_rung;                  /* has interrupted another node, whose CPUs may not have run
					 * either */
	int error;                      /* first error of a thread */
	const struct flow_script *script;
	uint32_t first_cpu, cpu_count, running;
	struct thread_queue ready;
	unsigned free_stacks[THREADS_MAX], free_stack_count;
	struct flow_thread threads[FLOW_THREADS_MAX];
};

extern struct flow_node flow_nodes[FLOW_NODES_MAX];

/* The node of this CPU: constant for a thread. */
static inline unsigned flow_node_number(void)
{
	return this_cpu()->flow_ring->node;
}

static inline struct flow_node *flow_node_here(void)
{
	return &flow_nodes[flow_node_number()];
}

/* The lock of any node. While holding this node's, acquire only those of higher numbers. */
void flow_node_acquire(struct flow_node *node);
void flow_node_release(struct flow_node *node);

/* With the lock, which is released meanwhile. An emulator that runs all CPUs in one thread switches
 * at a PAUSE, and otherwise perhaps not while this CPU is busy. On real CPUs a PAUSE takes almost
 * no time. */
void flow_yield(void);

/* Start the initial threads. */
void flow_threads_create(struct flow_node *node);

#endif
