/* SPDX-License-Identifier: MIT */
/* The axes cpu_node and node: from the CPUs of one memory node to the memory of a node. If a point
 * names no node, each of its CPUs uses the memory that is the nearest to it. */
#ifndef BENCH_MEM_NODE_AXIS_H
#define BENCH_MEM_NODE_AXIS_H

#include "bench/benchmark.h"

#define NODE_AXIS_CPU "cpu_node"
#define NODE_AXIS_MEMORY "node"

/* Store BENCH_AXIS_DEFAULT. If remote is set, in the full suite of a machine with memory in another
 * node, also store the node of the measuring CPU. */
size_t node_axis_own(const struct bench_ctx *ctx, bool remote,
		     uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* Store the nodes with memory, except the one whose memory is the nearest to the CPUs of cpu_node.
 * If cpu_node is BENCH_AXIS_DEFAULT, store that value instead. */
size_t node_axis_remote(uint64_t cpu_node, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* Use the memory that this value of the node axis names, from now on. */
void node_axis_choose(uint64_t node);

/* Values functions of the two axes of a matrix, in this order: all nodes with CPUs, and all nodes
 * with memory. On a machine with one node, the first one stores no value and calls bench_skip. */
size_t node_axis_with_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);
size_t node_axis_with_memory(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* Store the CPUs of a node, at most limit, and return their number. */
unsigned node_axis_cpus(uint64_t node, uint32_t *cpus, unsigned limit);

#endif
