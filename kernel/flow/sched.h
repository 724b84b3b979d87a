/* SPDX-License-Identifier: MIT */
/* Threads that work for interactions. They are preemptive and run on several CPUs, with one run
 * queue per node. Their events are recorded. The threads of kernel/task/thread.h are separate,
 * because benchmarks time their switches.
 *
 * A node's lock guards everything that the node's threads share. The CPU that holds the lock has
 * interrupts off. A thread switches away with the lock held, and holds it again when it resumes. */
#ifndef KERNEL_FLOW_SCHED_H
#define KERNEL_FLOW_SCHED_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/node.h"

/* ---- Under the lock ---- */

/* The running thread. In an interrupt of the idle loop, NULL. */
struct flow_thread *flow_thread_current(void);

/* Wait until another thread wakes this one. */
void flow_thread_sleep(void);
void flow_thread_wake(struct flow_thread *thread);

/* flow_thread_stop() takes the running thread off its CPU and returns it. flow_thread_leave()
 * switches away from it. */
struct flow_thread *flow_thread_stop(void);
void flow_thread_leave(struct flow_thread *self);

/* Entry point of a thread. */
void flow_thread_begin(void);

/* The thread's sub-task has changed while the thread has a CPU. */
void flow_thread_take_on(struct flow_thread *thread);

/* Start thread index at its first step, as a sub-task of the caller's task, if the caller has a
 * task. Returns -EBUSY if the thread exists, -ENOMEM if there are too many threads. */
int flow_thread_create(unsigned index);

/* Start the node's initial threads. */
void flow_threads_create(struct flow_node *node);

/* Wait until thread index has ended. Returns -EINVAL if the thread was never created. */
int flow_thread_join(unsigned index);

/* End the calling thread, which another thread joins. */
void flow_thread_exit(void) __attribute__((noreturn));

/* Interrupt a CPU of another node, so that it checks its links. Successive turns use different
 * CPUs. */
void flow_node_ring(unsigned node, unsigned turn);

/* Set this CPU's timer again, because a deadline may have changed. */
void flow_thread_arm(void);

/* ---- Without the lock: boot CPU, interrupts off ---- */

/* Serves requests of threads for a time. Called with the lock. */
struct flow_devices {
	uint64_t (*deadline)(void);     /* earliest end of service on this CPU; UINT64_MAX: none */
	void (*serve)(void);            /* end requests that are due, and start the next ones */
	bool (*is_busy)(unsigned node); /* whether any device serves a request, on any CPU */
};

/* Links between nodes. */
struct flow_links {
	void (*take)(void);             /* receive all packets for this node; in an interrupt
					 * handler, with its lock */
	bool (*are_empty)(void);        /* whether no packet is in transit; with the locks of all
					 * nodes */
};

/* Begin a run's nodes, and start their initial threads, which call body with the lock held. */
void flow_threads_begin(const struct flow_run *run, const struct flow_devices *devices,
			const struct flow_links *links, void (*body)(struct flow_thread *self));

/* Run threads until no thread of any node can run, no device serves a request, and no packet is in
 * transit. */
void flow_threads_run(void);

/* Run threads until is_over returns true. is_over is called with this node's lock, while no thread
 * runs here, after each interrupt and before each time slice. */
void flow_threads_run_until(bool (*is_over)(void));

/* Whether no thread of this node can run and none of its devices serves a request. With its
 * lock. */
bool flow_node_is_quiet(void);

/* Stop other CPUs and the timer, also after an abort. If nothing was begun, do nothing. Returns 0,
 * the first error, or -EFAULT or -ETIMEDOUT of smp_finish, which also warns. */
int flow_threads_end(void);

/* CPUs of a node of the run: the first CPU, and their number. A node on another machine has no CPUs
 * here. */
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

/* Object numbers of the scheduler, which follow those of the script. CPUs are numbered within the
 * node. */
static inline unsigned flow_object_run_queue(const struct flow_script *script)
{
	return script->object_count + 1;
}

static inline unsigned flow_object_cpu(const struct flow_script *script, unsigned cpu)
{
	return script->object_count + 2 + cpu;
}

#endif
