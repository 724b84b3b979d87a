/* SPDX-License-Identifier: MIT */
/* What each arc of the critical path would gain if it took no time. */
#ifndef TOOLS_FLOW_GAIN_H
#define TOOLS_FLOW_GAIN_H

#include "tools/flow/path.h"

/* Set gains[i] to by how much the response would be shorter without the time of the path's arc into
 * its vertex number i; gains[0] to 0. Takes n log n time for n vertices. */
void flow_gains_find(const struct flow_graph *graph, const struct flow_path *path, uint64_t *gains);

#endif
