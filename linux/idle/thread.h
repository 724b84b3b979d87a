/* SPDX-License-Identifier: MIT */
/* The idle loop of a process: a SCHED_IDLE thread on the application's CPU, which gets the time
 * that other programs and the kernel leave. */
#ifndef LINUX_IDLE_THREAD_H
#define LINUX_IDLE_THREAD_H

#include "bench/idle/trace.h"

/* Start the trace; the loop runs whenever the calling thread waits. If the trace rests, the loop
 * sleeps until a pass before quiet_until(), and then runs until the pass in which that time is.
 * quiet_until is called on the loop's thread. It returns the time until which nothing is due; 0
 * unless the application waits for a message, so that the loop observes its work and its devices.
 * Returns 0, or -ENOTSUP if the thread cannot be created. */
int idle_thread_start(struct idle_trace *trace, uint64_t (*quiet_until)(void));

/* End the loop after its next pass, and end its trace. Without a loop, does nothing. */
void idle_thread_stop(void);

#endif
