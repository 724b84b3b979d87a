/* SPDX-License-Identifier: MIT */
/* Keeps the process on one CPU, in memory, and ahead of others, as far as permitted. */
#ifndef LINUX_SCHEDULE_H
#define LINUX_SCHEDULE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define SCHEDULE_CPU_ANY (-1)
#define SCHEDULE_CPUS_MAX 1024

/* Stay on the CPU that has this number in Linux; lock mapped memory; set exact timers; and try
 * real-time priority. SCHEDULE_CPU_ANY is the current CPU, or if that is an efficiency core and the
 * process may use a performance core, the first performance core. Warns about failures. Returns 0,
 * the error with which the kernel refused the CPU, or -ENODEV if the CPU does not exist or is not
 * available to the process. After an error the caller may name another CPU. A process that may use
 * only one CPU stays there anyway. */
int schedule_init(int number);

/* Number of CPUs that are available to the process. Records number them from 0. */
uint32_t schedule_cpu_count(void);

/* Linux's number for a CPU. */
int schedule_number(uint32_t cpu);

/* Call the function on each CPU that is available to the process. The process moves to each CPU,
 * and then back. */
void schedule_visit(void (*function)(uint32_t cpu));

/* Set attributes for a thread that runs on a CPU from its first instruction, with real-time
 * priority if possible. */
void schedule_attributes(uint32_t cpu, pthread_attr_t *attributes);

/* Called in a thread with such attributes: find the CPU that the thread runs on, for platform_cpu()
 * in this thread. */
void schedule_find_this_cpu(void);

/* Whether real-time priority is available. */
bool schedule_has_priority(void);

/* Set real-time priority for the calling thread or process, if available. */
void schedule_take_priority(void);

/* Stop or resume using real-time priority. For code that spins until a kernel thread has run on the
 * same CPU, because with real-time priority that thread would never run. */
void schedule_forgo_priority(bool forgoes);

/* Set the calling thread's real-time priority to one above the process's, or to one below it.
 * Returns 0 or a negative errno. */
int schedule_go_ahead(void);
int schedule_give_way(void);

#endif
