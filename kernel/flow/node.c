/* SPDX-License-Identifier: MIT */
/* The nodes' locks. */
#include "kernel/flow/node.h"

#include "lib/cpu/interrupts.h"
#include "lib/cpu/pause.h"


struct flow_node flow_nodes[FLOW_NODES_MAX];

void flow_node_acquire(struct flow_node *node)
{
	while (__atomic_exchange_n(&node->is_locked, true, __ATOMIC_ACQUIRE))
		cpu_pause();
}

void flow_node_release(struct flow_node *node)
{
	__atomic_store_n(&node->is_locked, false, __ATOMIC_RELEASE);
}

void flow_acquire(void)
{
	flow_node_acquire(flow_node_here());
}

void flow_release(void)
{
	flow_node_release(flow_node_here());
}

void flow_lock(void)
{
	interrupts_off();
	flow_acquire();
}

void flow_yield(void)
{
	struct flow_node *node = flow_node_here();

	if (!node->is_wanted && !node->has_rung)
		return;
	node->is_wanted = node->has_rung = false;
	flow_node_release(node);
	cpu_pause();
	flow_node_acquire(node);
}

void flow_unlock(void)
{
	flow_yield();
	flow_release();
	interrupts_on();
}

void flow_add_error(int error)
{
	struct flow_node *node = flow_node_here();

	if (node->error == 0)
		node->error = error;
}
