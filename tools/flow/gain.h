/* SPDX-License-Identifier: MIT */
/* Gain for each arc of the critical path: the reduction of the response time if the arc took no
 * time. */
#ifndef TOOLS_FLOW_GAIN_H
#define TOOLS_FLOW_GAIN_H

#include "tools/flow/path.h"

/* Set gains[i] to the time by which the response would be shorter if the path's arc into its vertex
 * i took no time, and gains[0] to 0. Takes n log n time for n vertices. */
void flow_gains_find(const struct flow_graph *graph, const struct flow_path *path, uint64_t *gains);

#endif
