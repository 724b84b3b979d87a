/* SPDX-License-Identifier: MIT */
/* How every part of `bareline flow` opens what it is given: one log, or a log a node. */
#ifndef TOOLS_FLOW_NODES_OPEN_H
#define TOOLS_FLOW_NODES_OPEN_H

#include "tools/flow/session.h"

/* As flow_session_open, of as many logs as there are paths before a NULL, at least one.
 * Several logs become one, and the clocks of their nodes are set by the messages between them.
 * Returns false, having said why, when one can't be read or two are of the same node. */
bool flow_nodes_open(struct flow_session *session, char *const paths[]);

#endif
