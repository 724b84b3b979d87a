/* SPDX-License-Identifier: MIT */
/* What workloads of several nodes share: a script a node, and the words of the command line that
 * say how many nodes there are and what is planted in their clocks. */
#ifndef BENCH_FLOW_NODES_H
#define BENCH_FLOW_NODES_H

#include "bench/flow/workload.h"

/* Axes: whether events are recorded, how many nodes, and how many CPUs they have together; and for
 * some what serves their disk (real.h). */
enum {NODES_AXIS_RECORDER, NODES_AXIS_NODES, NODES_AXIS_CPUS};
extern const struct axis nodes_axes[], nodes_disk_axes[];

/* The workload's scripts for so many nodes, the fewest first; the last one is for none. */
struct nodes_scripts {
	uint32_t nodes;
	const struct flow_script *first;
	const struct flow_script *further[FLOW_NODES_MAX - 1];
};

/* For a benchmark with these axes whose variant are its scripts. Skips what there are no scripts or
 * not enough CPUs for. */
int nodes_set_up(struct bench_ctx *ctx);

/* A packet's time on the link between two nodes. */
#define NODES_PACKET_US 50

/* A route from a port to another node's, by a link. */
#define NODES_ROUTE(port_, link_, node_, their_port_) { \
		.port = (port_), .link = (link_), .node = (node_), .their_port = (their_port_), \
		.packet_us = NODES_PACKET_US, \
	}

#endif
