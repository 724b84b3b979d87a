/* SPDX-License-Identifier: MIT */
/* Guarded calls by signals: a function that faults or hangs is left, and its caller goes on. */
#ifndef LINUX_GUARD_H
#define LINUX_GUARD_H

#include <stdbool.h>

/* Catch what a CPU exception or a hang makes the kernel send: in a guarded call it ends the
 * call, and anywhere else the run, with a panic record. Before any other part is started. */
void guard_init(void);

/* The same, but for the watchdog, for a thread that guard_call is called on. Returns 0 or
 * -ENOMEM. */
int guard_init_this_thread(void);

/* In a process that fork made: an exception is the end of this process alone. */
void guard_forked(void);

/* Call function(argument) so that an exception ends the call. Returns 0 or -EFAULT. On any thread,
 * not nested. */
int guard_call(void (*function)(void *), void *argument);

/* Whether a timer that ends hung calls could be had. */
bool guard_has_watchdog(void);

#endif
