/* SPDX-License-Identifier: MIT */
/* Synchronizes the clocks of nodes by the messages between them: "The Incorporation of Interaction
 * Networks into Performance Monitoring", "Clock Synchronization". */
#ifndef TOOLS_FLOW_NODES_CLOCKS_H
#define TOOLS_FLOW_NODES_CLOCKS_H

#include "tools/flow/log.h"

/* Convert the times of all events to the clock of the lowest node. Stores the offset, drift and
 * remaining error of each clock in the log. Each node is synchronized with the neighbour that gives
 * the smallest error. An event that would then precede its cause is moved to its cause, and
 * counted. A node without messages keeps its times, with an infinite error. Seals the log. */
void flow_clocks_set(struct flow_log *log);

/* Maximum error of the difference of two events' times, in ticks. 0 on one node or with a common
 * clock. */
double flow_clocks_error(const struct flow_log *log, uint8_t node, uint8_t other);

#endif
