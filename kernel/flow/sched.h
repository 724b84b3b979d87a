/* SPDX-License-Identifier: MIT */
/* Threads that work for interactions: preemptive, on several CPUs, from one run queue. Their events
 * are recorded. Apart from kernel/task/thread.h's, whose switches are themselves measured.
 *
 * One lock guards all that threads share. Who holds it has interrupts off; a thread that gives up
 * its CPU does so with the lock held, and has it again when it goes on. */
#ifndef KERNEL_FLOW_SCHED_H
#define KERNEL_FLOW_SCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/task.h"
#include "kernel/task/thread_queue.h"

struct flow_thread {
	struct thread_link link;        /* first: a link is its thread's address */
	uint64_t rsp;                   /* while it does not run */
	unsigned stack;                 /* number of its stack */
	bool is_live;                   /* created, and not joined yet */
	bool has_ended;
	struct flow_task task;
	const struct flow_step *first_step;
	struct flow_thread *joiner;      /* who waits for its end */
	uint32_t word;                  /* received last */
	unsigned device;                /* object that it waits for, for so long */
	uint64_t request_ticks;
	uint64_t deadline_tsc;          /* when the device has served it */
};

/* ---- The lock ---- */

/* From a thread. */
void flow_lock(void);
void flow_unlock(void);

/* From an interrupt handler. */
void flow_acquire(void);
void flow_release(void);

/* ---- Under the lock ---- */

/* The thread that runs here; NULL when an interrupt came while none did. */
struct flow_thread *flow_thread_current(void);

/* Let others run until somebody wakes this thread. */
void flow_thread_sleep(void);
void flow_thread_wake(struct flow_thread *thread);

/* The thread's sub-task is a new one, and it has a CPU already. */
void flow_thread_take_on(struct flow_thread *thread);

/* Let thread index begin at its first step, as a sub-task of the caller's task, if there is one.
 * Returns -EBUSY if it is there already, -ENOMEM if too many are. */
int flow_thread_create(unsigned index);

/* Wait until thread index has ended; returns -EINVAL if it was never created. */
int flow_thread_join(unsigned index);

/* End the thread that calls this, whom one other joins. */
void flow_thread_exit(void) __attribute__((noreturn));

/* The time from which on this CPU's timer has to interrupt may have changed. */
void flow_thread_arm(void);

/* ---- Outside it: the boot CPU, interrupts off ---- */

/* What serves requests of threads for a time. Called under the lock. */
struct flow_devices {
	uint64_t (*deadline)(void);     /* of the first served from this CPU; UINT64_MAX: none is */
	void (*serve)(void);            /* end those whose time is over, and begin others */
	bool (*is_busy)(void);          /* whether one is being served, from any CPU */
};

/* Begin: no threads, so many of them possible; body is what each runs, with the lock held. */
void flow_threads_begin(const struct flow_script *script, uint32_t cpus,
			const struct flow_devices *devices, void (*body)(struct flow_thread *self));

/* Run threads until none can go on and no device is at work. */
void flow_threads_run(void);

/* Take the other CPUs and the timer back, also after something went wrong; nothing if there is
 * nothing to take back. Returns 0, -EFAULT or -ETIMEDOUT as smp_finish, and warns as that does. */
int flow_threads_end(void);

/* Objects of the scheduler's own, behind those of the script. */
static inline unsigned flow_object_run_queue(const struct flow_script *script)
{
	return script->object_count + 1;
}

static inline unsigned flow_object_cpu(const struct flow_script *script, unsigned cpu)
{
	return script->object_count + 2 + cpu;
}

#endif
