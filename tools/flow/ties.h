/* SPDX-License-Identifier: MIT */
/* Orders simultaneous events of several CPUs so that causes precede effects. */
#ifndef TOOLS_FLOW_TIES_H
#define TOOLS_FLOW_TIES_H

#include "tools/flow/log.h"

/* Correct an order by time, given as indices into the log's events; the order within a CPU is
 * kept. */
void flow_ties_resolve(const struct flow_log *log, uint32_t *order, size_t count);

#endif
