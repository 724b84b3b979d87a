/* SPDX-License-Identifier: MIT */
/* Nodes' clocks set by the messages between nodes: "The Incorporation of Interaction Networks into
 * Performance Monitoring", "Clock Synchronization". */
#ifndef TOOLS_FLOW_NODES_CLOCKS_H
#define TOOLS_FLOW_NODES_CLOCKS_H

#include "tools/flow/log.h"

/* Put the times of all events right by the clock of the lowest node, and note in the log how
 * each clock was and how far it may still be off. A node is set by the one of its neighbours
 * that lets it be set most closely, and by way of that one. What would then come before its
 * cause is moved to its cause, and counted. A node that no messages lead to keeps its times,
 * with an error that is infinite. The log is sealed. */
void flow_clocks_set(struct flow_log *log);

/* How far the difference of two events' times may be off, in ticks: 0 on one node and where
 * there is one clock. */
double flow_clocks_error(const struct flow_log *log, uint8_t node, uint8_t other);

#endif
