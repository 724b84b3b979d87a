/* SPDX-License-Identifier: MIT */
/* What the kernel does during idle loops: ticks of its clock and, on request, its trace. The trace
 * shows where gaps come from, but lengthens them. */
#ifndef LINUX_IDLE_TRACED_H
#define LINUX_IDLE_TRACED_H

#include "bench/idle/trace.h"

/* Trace idle loops from now on. If that is impossible, warns. */
void idle_traced_request(void);

/* Call begin before and end after a run of an idle loop that records its passes. end sets the
 * trace's clock_ticks. The thread of the loop calls idle_traced_is_here(). */
void idle_traced_begin(const struct idle_trace *trace);
void idle_traced_is_here(void);
void idle_traced_end(struct idle_trace *trace);

#endif
