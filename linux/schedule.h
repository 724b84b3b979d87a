/* SPDX-License-Identifier: MIT */
/* Keeps the process on one CPU, in memory, and ahead of others, as far as permitted. */
#ifndef LINUX_SCHEDULE_H
#define LINUX_SCHEDULE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define SCHEDULE_CPU_ANY (-1)
#define SCHEDULE_CPUS_MAX 1024

/* Stay on the CPU with Linux's number; with SCHEDULE_CPU_ANY on the current one, or if that is an
 * efficiency core and the process may use a performance core, on the first of those; lock mapped
 * memory; set exact timers; and try real-time priority. Warns about failures. Returns 0, or the
 * error with which the kernel refused, or -ENODEV if the CPU does not exist or is not available to
 * the process: the caller may then name another CPU. A process that may use only one CPU stays
 * there anyway. */
int schedule_init(int number);

/* Number of CPUs available to the process; records number them from 0. */
uint32_t schedule_cpu_count(void);

/* Linux's number of a CPU. */
int schedule_number(uint32_t cpu);

/* Call the function on each CPU available to the process, which moves there and then back. */
void schedule_visit(void (*function)(uint32_t cpu));

/* Set attributes for a thread that runs on a CPU from its first instruction, with real-time
 * priority if possible. */
void schedule_attributes(uint32_t cpu, pthread_attr_t *attributes);

/* In a thread with such attributes: find the CPU that it runs on, for platform_cpu() in this
 * thread. */
void schedule_find_this_cpu(void);

/* Whether real-time priority is available. */
bool schedule_has_priority(void);

/* Set real-time priority for the calling thread or process, if available. */
void schedule_take_priority(void);

/* Stop or resume using real-time priority. For code that spins until a kernel thread has run on the
 * same CPU, which would never happen otherwise. */
void schedule_forgo_priority(bool forgoes);

/* Set the calling thread's real-time priority to one above the process's, or back to one below it.
 * Returns 0 or a negative errno. */
int schedule_go_ahead(void);
int schedule_give_way(void);

#endif
