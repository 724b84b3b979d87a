/* SPDX-License-Identifier: MIT */
/* Shared by workloads of several nodes: one script per node, and the command line parameters for
 * the number of nodes and the injected clock errors. */
#ifndef BENCH_FLOW_NODES_H
#define BENCH_FLOW_NODES_H

#include "bench/flow/workload.h"

/* Axes: recorder, number of nodes, and total number of CPUs. Some workloads add the disk's device
 * (real.h). */
enum {NODES_AXIS_RECORDER, NODES_AXIS_NODES, NODES_AXIS_CPUS};
extern const struct axis nodes_axes[], nodes_disk_axes[];

/* Scripts of a workload by number of nodes, ascending. The last entry has no scripts. */
struct nodes_scripts {
	uint32_t nodes;
	const struct flow_script *first;
	const struct flow_script *further[FLOW_NODES_MAX - 1];
};

/* Setup function of a benchmark with these axes. The benchmark's variant is a struct nodes_scripts.
 * Skips points that have no script, and points that need more CPUs than the machine has. */
int nodes_set_up(struct bench_ctx *ctx);

/* Transmission time of a packet between two nodes. */
#define NODES_PACKET_US 50

/* A route from a port to another node's port, by a link. */
#define NODES_ROUTE(port_, link_, node_, their_port_) { \
		.port = (port_), .link = (link_), .node = (node_), .their_port = (their_port_), \
		.packet_us = NODES_PACKET_US, \
	}

#endif
