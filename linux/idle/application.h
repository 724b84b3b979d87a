/* SPDX-License-Identifier: MIT */
/* An application that waits for a timer while an idle loop runs. */
#ifndef LINUX_IDLE_APPLICATION_H
#define LINUX_IDLE_APPLICATION_H

#include "bench/idle/trace.h"

/* Run a trace's application on this thread, with the idle loop beside it, by a timer descriptor.
 * Notes in the trace what a process can know: IDLE_EVENT_WAIT, _RAISED, _RESUME and _DONE. Returns
 * 0 or -ENOTSUP. */
int idle_application_run(struct idle_trace *trace);

#endif
