/* SPDX-License-Identifier: MIT */
/* Keeping the process on one CPU, in memory, and ahead of others, as far as it is allowed to. */
#ifndef LINUX_SCHEDULE_H
#define LINUX_SCHEDULE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define SCHEDULE_CPU_ANY (-1)
#define SCHEDULE_CPUS_MAX 1024

/* Stay on the CPU with Linux's number, or the one it runs on for SCHEDULE_CPU_ANY, lock what is
 * mapped, make timers exact, and try whether real-time priority can be had. What can't be had is
 * warned of. Returns 0, or -EINVAL when the CPU does not exist or is not the process's to use. */
int schedule_init(int number);

/* CPUs the process may use; they are numbered from 0, as records have them. */
uint32_t schedule_cpu_count(void);

/* Linux's number of one of them. */
int schedule_number(uint32_t cpu);

/* Let a thread that is created by these attributes stay on one of them from its first instruction
 * on, and have real-time priority where that can be had. */
void schedule_attributes(uint32_t cpu, pthread_attr_t *attributes);

/* Whether real-time priority can be had. */
bool schedule_has_priority(void);

/* Take real-time priority for the calling thread or process, where it can be had. */
void schedule_take_priority(void);

/* Take none from now on, or again: for what spins until a thread of the kernel's has done something
 * on the same CPU, which it never would. */
void schedule_forgo_priority(bool forgoes);

/* Give the calling thread the real-time priority next above the process's own, or the one next
 * below it. Returns 0 or a negative errno. */
int schedule_go_ahead(void);
int schedule_give_way(void);

#endif
