/* SPDX-License-Identifier: MIT */
#include "linux/flow/thread.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "linux/schedule.h"
#include "linux/task/thread.h"

#define STACK_BYTES (64u << 10)

struct flow_process flow_process;

void flow_process_fail(int error)
{
	int none = 0;

	atomic_compare_exchange_strong(&flow_process.error, &none, error);
}

static void note_tid(const struct flow_thread *thread)
{
	uint32_t place = flow_process.tid_count++;

	if (place < FLOW_TIDS_MAX)
		flow_process.tids[place] = (struct flow_tid){
			.tid = (uint32_t)syscall(SYS_gettid), .thread = flow_thread_number(thread),
		};
}

static void *thread_run(void *argument)
{
	struct flow_thread *self = argument;
	unsigned index = flow_thread_number(self) - 1u;

	note_tid(self);
	prctl(PR_SET_NAME, flow_process.script->threads[index].name);
	flow_kernel_leave(self);        /* which its creator entered */
	if (self->task.number == 0)
		sem_post(&flow_process.ready);
	flow_process.follow(self);
	return NULL;
}

/* Place a thread on the run's CPUs, of which the measuring thread's CPU is the first. */
static void thread_place(pthread_attr_t *attributes)
{
	const struct sched_param ordinary = {0};
	cpu_set_t set;

	pthread_attr_setinheritsched(attributes, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(attributes, SCHED_OTHER);
	pthread_attr_setschedparam(attributes, &ordinary);
	CPU_ZERO(&set);
	CPU_SET(schedule_number(platform_cpu()), &set);
	for (uint32_t cpu = 0; cpu < schedule_cpu_count() &&
	     CPU_COUNT(&set) < (int)flow_process.cpus; cpu++)
		CPU_SET(schedule_number(cpu), &set);
	pthread_attr_setaffinity_np(attributes, sizeof(set), &set);
}

/* Threads that the measuring thread starts are placed. Threads that these start inherit the place.
 * To place a thread, the C library lets it wait for its creator, and no event shows this: glibc,
 * nptl/pthread_create.c, "stopped_start". */
static int thread_spawn(pthread_t *thread, void *(*run)(void *), void *argument, bool is_placed)
{
	pthread_attr_t attributes;
	int error;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	if (is_placed)
		thread_place(&attributes);
	error = thread_start_with(thread, &attributes, run, argument);
	pthread_attr_destroy(&attributes);
	return error;
}

int flow_thread_spawn(pthread_t *thread, void *(*run)(void *), void *argument)
{
	return thread_spawn(thread, run, argument, true);
}

int flow_thread_create(struct flow_thread *creator, unsigned index)
{
	struct flow_thread *thread = &flow_process.threads[index];
	int error;

	thread->first_step = flow_process.script->steps +
			     flow_process.script->threads[index].first_step;
	thread->task = (struct flow_task){0};
	if (creator != NULL) {
		flow_kernel_enter(creator);
		flow_task_fork(FLOW_CREATE, 0, &creator->task, &thread->task,
			       (uint16_t)(index + 1), 0);
	}
	thread->is_joined = false;
	error = thread_spawn(&thread->pthread, thread_run, thread, creator == NULL);
	thread->is_started = error == 0;
	if (creator != NULL)
		flow_kernel_leave(creator);
	return error;
}

/* Record who came first. Either the thread that ended has waited, or the thread that joins it. */
static void note_first(struct flow_thread *self, struct flow_thread *ended, uint64_t begin_tsc)
{
	bool is_first = ended->exit_tsc < begin_tsc;

	flow_task_event_at(ended->exit_tsc, FLOW_EXIT, is_first ? FLOW_BLOCKED : 0, &ended->task, 0,
			   0);
	if (!is_first)
		flow_task_event_at(begin_tsc, FLOW_WAIT, FLOW_BLOCKED, &self->task, 0, 0);
}

void flow_thread_join(struct flow_thread *self, unsigned index)
{
	struct flow_thread *thread = &flow_process.threads[index];
	uint64_t begin_tsc;

	if (!thread->is_started || thread->is_joined) {
		flow_process_fail(-EINVAL);
		return;
	}
	flow_kernel_enter(self);
	begin_tsc = flow_wait_begin(self, 0);
	pthread_join(thread->pthread, NULL);
	thread->is_joined = true;
	if (flow_tasks_are_metered())
		note_first(self, thread, begin_tsc);
	flow_task_join(FLOW_THREAD_JOIN, 0, &self->task, &thread->task, 0);
	flow_kernel_leave(self);
}

uint64_t flow_wait_begin(struct flow_thread *self, unsigned object)
{
	return flow_tasks_are_metered()
	       ? clock_read() : flow_task_event(FLOW_WAIT, FLOW_BLOCKED, &self->task, 0, object);
}

void flow_thread_sleep(struct flow_thread *self)
{
	while (sem_wait(&self->woken) != 0 && errno == EINTR)
		;
	flow_kernel_leave(self);
}

void flow_thread_wake(struct flow_thread *self, struct flow_thread *other)
{
	flow_kernel_enter(self);
	sem_post(&other->woken);
	flow_kernel_leave(self);
}
