/* SPDX-License-Identifier: MIT */
/* Time in which threads of the process were ready, but other programs used the threads' CPUs. */
#ifndef LINUX_DELAY_H
#define LINUX_DELAY_H

#include <pthread.h>
#include <stdint.h>

/* Watch a thread that works on another CPU for the calling thread, which is the measuring one. */
void delay_watch(uint32_t cpu, pthread_t thread);

/* Between these calls, the CPU's thread has work and does not sleep. The measuring thread makes the
 * first call, the CPU's thread the second. */
void delay_work_begins(uint32_t cpu);
void delay_work_ends(uint32_t cpu);

/* The longest time since the last call, in milliseconds, in which the measuring thread or a watched
 * thread was ready but not scheduled. Only the measuring thread calls this, also in its signal
 * handlers. */
uint64_t delay_take_ms(void);

#endif
