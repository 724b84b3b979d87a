/* SPDX-License-Identifier: MIT */
/* How every part of `bareline flow` opens what it is given: one log, or a log a node. */
#ifndef TOOLS_FLOW_NODES_OPEN_H
#define TOOLS_FLOW_NODES_OPEN_H

#include "tools/flow/session.h"

/* Read and analyse as many logs as there are paths before a NULL, at least one, as told in
 * session.h. Several logs become one. Where nodes have clocks of their own, which they have in
 * several logs and where a flow_node record says so, these are set by the messages between them.
 * Returns false, having said why, when a log can't be read, holds no events, or is of the same node
 * as another. */
bool flow_nodes_open(struct flow_session *session, char *const paths[]);

#endif
