/* SPDX-License-Identifier: MIT */
/* System calls of threads in ring 3: sched_yield, and read and write of channels, one word at a
 * time. Numbers, registers and errors are Linux's. The implementation is thread.h and channel.h, as
 * for kernel threads. */
#ifndef KERNEL_TASK_CALLS_H
#define KERNEL_TASK_CALLS_H

#include "kernel/task/channel.h"

/* Make SYSCALL enter these calls on this CPU; restore it. Channels are numbered by index and must
 * stay valid. */
void calls_open(struct channel *channels, unsigned count);
void calls_close(void);

#endif
