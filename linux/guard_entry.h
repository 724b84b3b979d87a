/* SPDX-License-Identifier: MIT */
/* The first instructions of the signal handlers, in linux/NAME/guard_entry.S. */
#ifndef LINUX_GUARD_ENTRY_H
#define LINUX_GUARD_ENTRY_H

#include <signal.h>
#include <stdint.h>

/* The handler of all guarded signals, which calls guard_handle(). */
void guard_handle_entry(int number, siginfo_t *info, void *context);
void guard_handle(int number, siginfo_t *info, void *context);

/* Set the thread pointer to guard_thread_pointer unless that is 0. Exists only where the user's
 * code runs. */
void guard_restore_thread_pointer(void);
extern uint64_t guard_thread_pointer;

#endif
