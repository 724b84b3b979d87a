/* SPDX-License-Identifier: MIT */
/* Orders simultaneous events of several CPUs so that causes precede effects. */
#ifndef TOOLS_FLOW_TIES_H
#define TOOLS_FLOW_TIES_H

#include "tools/flow/log.h"

/* Correct the order of simultaneous events. order has indices into the log's events, by time. The
 * order within a CPU does not change. */
void flow_ties_resolve(const struct flow_log *log, uint32_t *order, size_t count);

#endif
