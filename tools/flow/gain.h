/* SPDX-License-Identifier: MIT */
/* Gain of each arc of the critical path if it took no time. */
#ifndef TOOLS_FLOW_GAIN_H
#define TOOLS_FLOW_GAIN_H

#include "tools/flow/path.h"

/* Set gains[i] to the reduction of the response time without the time of the path's arc into its
 * vertex i; gains[0] to 0. Takes n log n time for n vertices. */
void flow_gains_find(const struct flow_graph *graph, const struct flow_path *path, uint64_t *gains);

#endif
