/* SPDX-License-Identifier: MIT */
/* Guarded calls with signals: a function that faults or hangs is aborted, and its caller
 * continues. */
#ifndef LINUX_GUARD_H
#define LINUX_GUARD_H

#include <stdbool.h>

/* Catch the kernel's signals for CPU exceptions and hangs. In a guarded call they abort the call,
 * elsewhere they end the run with a panic record. Must be called first. */
void guard_init(void);

/* Like guard_init(), without the watchdog, for a thread that calls guard_call. Returns 0 or
 * -ENOMEM. */
int guard_init_this_thread(void);

/* Called in a forked process: an exception ends only this process. */
void guard_forked(void);

/* Call function(argument). An exception aborts the call. Returns 0 or -EFAULT. Any thread that was
 * initialised by one of the functions above, not nested. */
int guard_call(void (*function)(void *), void *argument);

/* Call this before and after code of the user, which may change the thread pointer. On the first
 * thread only. Between the two calls, handlers first restore the pointer. The second call restores
 * it. */
void guard_protect_thread_pointer(bool is_on);

/* Whether there is a timer that aborts hung calls. */
bool guard_has_watchdog(void);

#endif
