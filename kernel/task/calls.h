/* SPDX-License-Identifier: MIT */
/* System calls of threads in ring 3: sched_yield, and read and write of channels, one word at a
 * time. Numbers, registers and errors are those of Linux. thread.h and channel.h implement them, as
 * for kernel threads. */
#ifndef KERNEL_TASK_CALLS_H
#define KERNEL_TASK_CALLS_H

#include <stdbool.h>

#include "kernel/task/channel.h"

struct extended_state_way;

/* Whether the CPU has system calls. */
bool calls_exist(void);

/* Make system calls of user mode enter these calls on this CPU; restore it. Channels are
 * numbered by index and must stay valid. With a way of saving, a yield saves the thread's
 * extended state to its area and restores it; NULL: it does not. */
void calls_open(struct channel *channels, unsigned count, const struct extended_state_way *way);
void calls_close(void);

/* ---- Implemented in kernel/NAME/task/ ---- */

/* Enter the functions of the tables calls or calls_saving of calls_enter.S. */
void calls_enter_by(bool saves);

#endif
