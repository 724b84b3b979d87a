/* SPDX-License-Identifier: MIT */
/* Memory nodes (NUMA): CPUs, or memory, or both, with one distance to everything else. A machine
 * without them is one node, number 0. */
#ifndef BENCH_PLATFORM_NODE_H
#define BENCH_PLATFORM_NODE_H

#include <stdbool.h>
#include <stdint.h>

#define NODES_MAX 64
#define NODE_NONE UINT32_MAX

/* Nodes have the numbers below this count. A number below it may belong to no CPUs and no
 * memory. */
uint32_t platform_node_count(void);

/* Node of a CPU. */
uint32_t platform_cpu_node(uint32_t cpu);

/* Whether platform_map can use memory of the node. */
bool platform_node_has_memory(uint32_t node);

/* The node whose memory is the nearest to the node's CPUs: the node itself, if it has memory. */
uint32_t platform_nearest_memory(uint32_t node);

/* Until the next call, platform_map and platform_memory_available use the memory of this node only.
 * With NODE_NONE, and from the start and the end of a scope on, they use the memory that is the
 * nearest to the calling CPU. */
void platform_choose_node(uint32_t node);

/* The node whose memory platform_map uses now. */
uint32_t platform_chosen_node(void);

/* The node of the memory at a mapped address, by its physical address or the operating system;
 * NODE_NONE if unknown. */
uint32_t platform_address_node(const void *address);

#endif
