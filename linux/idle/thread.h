/* SPDX-License-Identifier: MIT */
/* The idle loop of a process. A SCHED_IDLE thread on the application's CPU runs it, and gets the
 * time that other programs and the kernel leave. */
#ifndef LINUX_IDLE_THREAD_H
#define LINUX_IDLE_THREAD_H

#include "bench/idle/trace.h"

/* Start the trace. The loop runs whenever the calling thread waits. If the trace rests, the loop
 * sleeps until a pass before quiet_until(), and then runs until the pass that contains this time.
 * quiet_until is called on the loop's thread, and returns the time until which nothing is due.
 * Unless the application waits for a message, it returns 0, so that the loop observes the
 * application's work and devices. If quiet_until is NULL, the loop never sleeps. Returns 0, or
 * -ENOTSUP if the thread cannot be created. */
int idle_thread_start(struct idle_trace *trace, uint64_t (*quiet_until)(void));

/* End the loop after its next pass, and end the trace. Without a loop, does nothing. */
void idle_thread_stop(void);

#endif
