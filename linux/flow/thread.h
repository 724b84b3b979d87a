/* SPDX-License-Identifier: MIT */
/* The threads of a workload, and what they wait for: ports, which are pipes and sockets; devices,
 * which are timers; and locks. Ports, resources, store and
 * steps share this state. */
#ifndef LINUX_FLOW_THREAD_H
#define LINUX_FLOW_THREAD_H

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "bench/flow/script.h"
#include "linux/flow/task.h"

struct flow_thread {
	struct flow_task task;          /* sub-task that the thread works for */
	uint32_t word;                  /* word that the thread received last */
	sem_t woken;                    /* ends the thread's wait for a lock or a page */
	struct flow_thread *next;       /* thread that waits after this one */
	int notices[2];                 /* a pipe that tells that the thread's blocking sends were
					 * received */
	const struct flow_step *first_step;
	pthread_t pthread;
	uint64_t exit_tsc;              /* exit time of a metered thread */
	bool is_started, is_joined;
};

#define FLOW_TIDS_MAX 1024u

/* Linux's number of a thread. A thread that is created again gets another number. */
struct flow_tid {
	uint32_t tid;
	uint16_t thread;
};

/* A run that is in progress. Objects have the numbers of events, from 1. */
struct flow_process {
	const struct flow_script *script;
	uint32_t cpus;
	void (*follow)(struct flow_thread *self);       /* what a thread does */
	sem_t ready;                    /* number of threads that are about to wait for their first
					 * action */
	atomic_bool is_over;            /* threads end instead of waiting */
	atomic_int error;               /* the first error, or 0 */
	atomic_uint tid_count;          /* may be more than the maximum */
	struct flow_tid tids[FLOW_TIDS_MAX];
	struct flow_thread threads[FLOW_THREADS_MAX];
};

extern struct flow_process flow_process;

void flow_process_fail(int error);

/* The object that stands for the kernel. It is in use while a thread is in a system call. */
static inline unsigned flow_object_kernel(void)
{
	return flow_process.script->object_count + 1u;
}

static inline void flow_kernel_enter(struct flow_thread *self)
{
	flow_task_event(FLOW_BEGIN_USE, 0, &self->task, 0, flow_object_kernel());
}

static inline void flow_kernel_leave(struct flow_thread *self)
{
	flow_task_event(FLOW_END_USE, 0, &self->task, 0, flow_object_kernel());
}

/* Number of the thread in events. */
static inline uint16_t flow_thread_number(const struct flow_thread *thread)
{
	return (uint16_t)(thread - flow_process.threads + 1);
}

/* Start a thread of the script. creator is NULL before the first action. Returns 0 or an error
 * number. */
int flow_thread_create(struct flow_thread *creator, unsigned index);
void flow_thread_join(struct flow_thread *self, unsigned index);

/* Called by the measuring thread: start another thread on the CPUs of the run, in the ordinary
 * scheduling class. Returns 0 or an error number. */
int flow_thread_spawn(pthread_t *thread, void *(*run)(void *), void *argument);

/* Begin to wait: record the event that begins a wait at object. Returns the event's time. If the
 * run is metered, nothing is recorded before the wait has ended, because the thread waited only if
 * it came first. */
uint64_t flow_wait_begin(struct flow_thread *self, unsigned object);

/* Wait for flow_thread_wake. The caller has entered the kernel with a lock, which the waking thread
 * holds while it records events of this thread. */
void flow_thread_sleep(struct flow_thread *self);
void flow_thread_wake(struct flow_thread *self, struct flow_thread *other);

#endif
