/* SPDX-License-Identifier: MIT */
/* An application that waits for a timer during an idle loop. */
#ifndef LINUX_IDLE_APPLICATION_H
#define LINUX_IDLE_APPLICATION_H

#include "bench/idle/trace.h"

/* Run the application of a trace on this thread, with a timer descriptor, and otherwise the idle
 * loop. Records the events that a process can observe: IDLE_EVENT_WAIT, _RAISED, _RESUME and _DONE.
 * Returns 0 or -ENOTSUP. */
int idle_application_run(struct idle_trace *trace);

#endif
