/* SPDX-License-Identifier: MIT */
/* Threads that work for interactions: preemptive, on several CPUs, from one run queue a node. Their
 * events are recorded. Apart from kernel/task/thread.h's, whose switches are themselves measured.
 *
 * A node's lock guards all that its threads share. Who holds it has interrupts off; a thread that
 * gives up its CPU does so with the lock held, and has it again when it goes on. */
#ifndef KERNEL_FLOW_SCHED_H
#define KERNEL_FLOW_SCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/task.h"
#include "kernel/task/thread_queue.h"

/* What a device is to serve, for a thread that waits for it or for a message. */
struct flow_request {
	struct thread_link link;        /* first: a link is its request's address */
	unsigned device;                /* object */
	uint64_t ticks;                 /* that it takes */
	uint64_t deadline_tsc;          /* when the device has served it */
	struct flow_task *task;
	void (*served)(struct flow_request *request);   /* called when it has */
};

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
	uint32_t wanted;                /* bytes that it still wants of a stream */
	struct flow_request request;    /* for which it waits */
};

/* Whose request it is. */
static inline struct flow_thread *flow_thread_of(struct flow_request *request)
{
	return (struct flow_thread *)((char *)request - offsetof(struct flow_thread, request));
}

/* ---- The lock of this CPU's node ---- */

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

/* The thread that runs here gives its CPU up, and is returned; and has given it up. */
struct flow_thread *flow_thread_stop(void);
void flow_thread_leave(struct flow_thread *self);

/* Where a thread's first switch leads. */
void flow_thread_begin(void);

/* The thread's sub-task is a new one, and it has a CPU already. */
void flow_thread_take_on(struct flow_thread *thread);

/* Let thread index begin at its first step, as a sub-task of the caller's task, if there is one.
 * Returns -EBUSY if it is there already, -ENOMEM if too many are. */
int flow_thread_create(unsigned index);

/* Wait until thread index has ended; returns -EINVAL if it was never created. */
int flow_thread_join(unsigned index);

/* End the thread that calls this, whom one other joins. */
void flow_thread_exit(void) __attribute__((noreturn));

/* Something failed, if that is an error; the first of a run is what it ends with. */
void flow_add_error(int error);

/* Let another node look at its links, by an interrupt of one of its CPUs, which take turns. */
void flow_node_ring(unsigned node, unsigned turn);

/* The time from which on this CPU's timer has to interrupt may have changed. */
void flow_thread_arm(void);

/* ---- Outside it: the boot CPU, interrupts off ---- */

/* What serves requests of threads for a time. Called under the lock. */
struct flow_devices {
	uint64_t (*deadline)(void);     /* of the first served from this CPU; UINT64_MAX: none is */
	void (*serve)(void);            /* end those whose time is over, and begin others */
	bool (*is_busy)(unsigned node); /* whether one of its is serving, from any CPU */
};

/* Begin the nodes of a run: those threads that are there from the start, each of which runs body
 * with the lock held. */
void flow_threads_begin(const struct flow_run *run, const struct flow_devices *devices,
			void (*body)(struct flow_thread *self));

/* Run threads until none of any node can go on, no device is at work and no packet on its way. */
void flow_threads_run(void);

/* The same until is_over says so, which is asked under this node's lock, with no thread running
 * here, after each interrupt and before each turn of a thread. */
void flow_threads_run_until(bool (*is_over)(void));

/* Whether no thread of this node can go on and none of its devices is at work. Under its lock. */
bool flow_node_is_quiet(void);

/* Take the other CPUs and the timer back, also after something went wrong; nothing if there is
 * nothing to take back. Returns 0, what was noted, or -EFAULT or -ETIMEDOUT as smp_finish, and
 * warns as that does. */
int flow_threads_end(void);

/* The CPUs of a run's node: from the first on, so many.
 * Nodes that are other machines have none here. */
static inline uint32_t flow_first_cpu(const struct flow_run *run, uint32_t node)
{
	if (flow_run_is_apart(run))
		return node <= run->self ? 0 : run->cpus;
	return node * run->cpus / flow_run_nodes(run);
}

static inline uint32_t flow_cpu_count(const struct flow_run *run, uint32_t node)
{
	return flow_first_cpu(run, node + 1) - flow_first_cpu(run, node);
}

/* Objects of the scheduler's own, behind those of the script; CPUs as the node counts them. */
static inline unsigned flow_object_run_queue(const struct flow_script *script)
{
	return script->object_count + 1;
}

static inline unsigned flow_object_cpu(const struct flow_script *script, unsigned cpu)
{
	return script->object_count + 2 + cpu;
}

#endif
