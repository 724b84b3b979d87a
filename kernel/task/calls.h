/* SPDX-License-Identifier: MIT */
/* System calls of threads that are in ring 3: sched_yield, and read and write of channels a word
 * at a time. Numbers, registers and errors are Linux's; what they do is what the kernel's own
 * threads do by calling thread.h and channel.h. */
#ifndef KERNEL_TASK_CALLS_H
#define KERNEL_TASK_CALLS_H

#include "kernel/task/channel.h"

/* Let SYSCALL lead to them on this CPU, and no longer. The channels are known by their index; they
 * must stay. */
void calls_open(struct channel *channels, unsigned count);
void calls_close(void);

#endif
