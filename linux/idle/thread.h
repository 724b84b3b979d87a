/* SPDX-License-Identifier: MIT */
/* The idle loop beside an application: a thread of the class SCHED_IDLE on the same CPU, which has
 * what all other programs and the kernel leave of it. */
#ifndef LINUX_IDLE_THREAD_H
#define LINUX_IDLE_THREAD_H

#include "bench/idle/trace.h"

/* Begin the trace, whose loop runs whenever the calling thread waits. Returns 0, or -ENOTSUP if
 * there can be no such thread. */
int idle_thread_start(struct idle_trace *trace);

/* End the loop after its next pass, and the trace; does nothing if there is none. */
void idle_thread_stop(void);

#endif
