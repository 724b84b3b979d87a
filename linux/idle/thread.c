/* SPDX-License-Identifier: MIT */
#include "linux/idle/thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>

static struct {
	pthread_t thread;
	struct idle_trace *trace;       /* NULL: there is none */
} idle_thread;

static void *idle_thread_run(void *argument)
{
	const struct sched_param lowest = {0};
	struct idle_trace *trace = argument;

	if (sched_setscheduler(0, SCHED_IDLE, &lowest) == 0)
		idle_loop_poll(&trace->loop);
	return NULL;
}

/* Signals are for the thread that measures. */
int idle_thread_start(struct idle_trace *trace)
{
	sigset_t all, before;
	int error;

	idle_trace_begin(trace);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&idle_thread.thread, NULL, idle_thread_run, trace);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (error != 0)
		return -ENOTSUP;
	idle_thread.trace = trace;
	return 0;
}

void idle_thread_stop(void)
{
	struct idle_trace *trace = idle_thread.trace;

	if (trace == NULL)
		return;
	idle_thread.trace = NULL;
	trace->loop.end_tsc = 0;
	pthread_join(idle_thread.thread, NULL);
	idle_trace_end(trace);
}
