/* SPDX-License-Identifier: MIT */
/* Several nodes' logs as one: each recorded its own part of the same interactions. "The
 * Incorporation of Interaction Networks into Performance Monitoring", section 7.1: a
 * sub-task's number tells the node. */
#ifndef TOOLS_FLOW_NODES_GATHER_H
#define TOOLS_FLOW_NODES_GATHER_H

#include "tools/flow/log.h"

/* Add what another log holds to a log: runs of the same name are the same run, of several of
 * one name the first is the first. Both must have been read whole and be of nodes of their
 * own. Times are in ticks of the first log then, by the frequencies that the manifests tell, where
 * these are further apart than clocks may drift. The other one may be freed then. Returns false,
 * with the node in *node, when both hold events of one CPU of one node: then the log is as it
 * was. */
bool flow_log_gather(struct flow_log *log, const struct flow_log *other, uint8_t *node);

#endif
