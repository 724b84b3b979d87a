/* SPDX-License-Identifier: MIT */
/* What else ran on the CPU of an idle loop, by the operating system's trace of the run. */
#ifndef TOOLS_IDLE_SYSTEM_ACTIVITY_H
#define TOOLS_IDLE_SYSTEM_ACTIVITY_H

#include "tools/idle/trace.h"

/* Find the activities of a trace, for idle_trace_read_system. Does nothing if the log has no
 * system's trace of the run. An incomplete system's trace is used up to its first loss. */
void activity_find(const struct result *result, struct idle_traces *traces,
		   struct idle_trace *trace);

#endif
