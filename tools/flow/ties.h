/* SPDX-License-Identifier: MIT */
/* Events of several CPUs at the same time, in an order in which what causes comes before what it
 * brings about. */
#ifndef TOOLS_FLOW_TIES_H
#define TOOLS_FLOW_TIES_H

#include "tools/flow/log.h"

/* Put right an order by time of events, which are indices into the log's: those of one CPU stay as
 * they are among each other. */
void flow_ties_resolve(const struct flow_log *log, uint32_t *order, size_t count);

#endif
