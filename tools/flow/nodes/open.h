/* SPDX-License-Identifier: MIT */
/* Opens the logs given to `bareline flow`: one log, or one per node. */
#ifndef TOOLS_FLOW_NODES_OPEN_H
#define TOOLS_FLOW_NODES_OPEN_H

#include "tools/flow/session.h"

/* Read and analyse the logs at paths, which end with NULL; at least one. session.h describes the
 * result. Several logs are merged, and their nodes have separate clocks. In a single log, a
 * flow_node record declares separate clocks. These clocks are synchronized by messages. If a log
 * cannot be read, has no events or repeats a node, prints the cause and returns false. */
bool flow_nodes_open(struct flow_session *session, char *const paths[]);

#endif
