/* SPDX-License-Identifier: MIT */
/* System calls of threads in ring 3: sched_yield, and read and write of channels, one word at a
 * time. Numbers, registers and errors are those of Linux. thread.h and channel.h implement the
 * calls, as they do for kernel threads. */
#ifndef KERNEL_TASK_CALLS_H
#define KERNEL_TASK_CALLS_H

#include <stdbool.h>

#include "kernel/task/channel.h"

struct extended_state_way;

/* Whether the CPU has system calls. */
bool calls_exist(void);

/* calls_open() makes system calls of user mode on this CPU enter these calls. calls_close()
 * restores the former entry. Channels are numbered by index and must stay valid. With a way of
 * saving, a yield saves the thread's extended state to the thread's area and restores it. NULL: a
 * yield does not. */
void calls_open(struct channel *channels, unsigned count, const struct extended_state_way *way);
void calls_close(void);

/* ---- Implemented in kernel/NAME/task/ ---- */

/* Enter the functions of one of the two tables of calls_enter.S: calls_saving if saves is set,
 * otherwise calls. */
void calls_enter_by(bool saves);

#endif
