/* SPDX-License-Identifier: MIT */
#include "linux/idle/thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

#include "linux/task/thread.h"

static struct {
	pthread_t thread;
	struct idle_trace *trace;       /* NULL: none */
} idle_thread;

static void *idle_thread_run(void *argument)
{
	const struct sched_param lowest = {0};
	struct idle_trace *trace = argument;

	if (sched_setscheduler(0, SCHED_IDLE, &lowest) == 0)
		idle_loop_poll(&trace->loop);
	return NULL;
}

int idle_thread_start(struct idle_trace *trace)
{
	idle_trace_begin(trace);
	if (thread_start(&idle_thread.thread, idle_thread_run, trace) != 0)
		return -ENOTSUP;
	idle_thread.trace = trace;
	return 0;
}

/* If other programs use all of the CPU, it would never end, so it gets normal priority for its last
 * pass. */
void idle_thread_stop(void)
{
	const struct sched_param ordinary = {0};
	struct idle_trace *trace = idle_thread.trace;

	if (trace == NULL)
		return;
	idle_thread.trace = NULL;
	trace->loop.end_tsc = 0;
	pthread_setschedparam(idle_thread.thread, SCHED_OTHER, &ordinary);
	thread_join(idle_thread.thread);
	idle_trace_end(trace);
}
