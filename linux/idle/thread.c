/* SPDX-License-Identifier: MIT */
#include "linux/idle/thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/ticks.h"
#include "linux/idle/traced.h"
#include "linux/sleep.h"
#include "linux/task/thread.h"

#define WAKE_UP_US 200                  /* more than a wake-up and the switch to the loop */

static struct {
	pthread_t thread;
	struct idle_trace *trace;       /* NULL: none */
	uint64_t (*quiet_until)(void);
	atomic_bool is_over;
	sem_t over;                     /* ends the sleep */
} idle_thread;

/* ---- The loop's thread ---- */

static void idle_thread_sleep(struct idle_trace *trace, uint64_t until_tsc)
{
	const struct timespec until = sleep_time_of(until_tsc);
	uint64_t begin_tsc = clock_read();

	while (sem_clockwait(&idle_thread.over, CLOCK_MONOTONIC, &until) != 0 && errno == EINTR)
		;
	trace->rested_ticks += clock_read() - begin_tsc;
}

/* Let the loop end at the given time. idle_thread_stop() sets is_over first and the end of the loop
 * then, so one of both threads sets the end to 0. */
static void idle_thread_set_end(struct idle_trace *trace, uint64_t end_tsc)
{
	trace->loop.end_tsc = end_tsc;
	atomic_thread_fence(memory_order_seq_cst);
	if (idle_thread.is_over)
		trace->loop.end_tsc = 0;
}

/* Run the loop with rests. Each call of the loop begins with a pass that includes no recording. So
 * the loop is called a whole pass before an event, which is then in a pass of the usual length. */
static void idle_thread_run_resting(struct idle_trace *trace)
{
	uint64_t end_tsc = trace->begin_tsc + trace->duration_ticks;
	uint64_t lead_ticks = trace->pass_ticks + ticks_of_us(WAKE_UP_US, platform_clock_hz());

	trace->loop.last_tsc = trace->begin_tsc;
	while (!idle_thread.is_over && trace->loop.last_tsc < end_tsc) {
		uint64_t due_tsc = idle_thread.quiet_until();

		trace->loop.end_tsc = 1;        /* after a pass */
		if (due_tsc > clock_read() + 2 * lead_ticks) {
			idle_thread_sleep(trace, due_tsc - lead_ticks);
			idle_thread_set_end(trace, due_tsc);
		}
		idle_loop_poll(&trace->loop);
	}
	idle_thread_set_end(trace, end_tsc);
}

static void *idle_thread_run(void *argument)
{
	const struct sched_param lowest = {0};
	struct idle_trace *trace = argument;

	idle_traced_is_here();
	if (sched_setscheduler(0, SCHED_IDLE, &lowest) != 0)
		return NULL;
	if (trace->rests && idle_thread.quiet_until != NULL)
		idle_thread_run_resting(trace);
	else
		idle_loop_poll(&trace->loop);
	return NULL;
}

/* ---- The application's thread ---- */

int idle_thread_start(struct idle_trace *trace, uint64_t (*quiet_until)(void))
{
	idle_traced_begin(trace);
	idle_trace_begin(trace);
	idle_thread.quiet_until = quiet_until;
	idle_thread.is_over = false;
	sem_init(&idle_thread.over, 0, 0);
	if (thread_start(&idle_thread.thread, idle_thread_run, trace) != 0)
		return -ENOTSUP;
	idle_thread.trace = trace;
	return 0;
}

/* End the loop. If other programs use all of the CPU, the loop would never end, so it gets normal
 * priority for its last pass. */
void idle_thread_stop(void)
{
	const struct sched_param ordinary = {0};
	struct idle_trace *trace = idle_thread.trace;

	if (trace == NULL)
		return;
	idle_thread.trace = NULL;
	idle_thread.is_over = true;
	atomic_thread_fence(memory_order_seq_cst);
	trace->loop.end_tsc = 0;
	sem_post(&idle_thread.over);
	pthread_setschedparam(idle_thread.thread, SCHED_OTHER, &ordinary);
	thread_join(idle_thread.thread);
	idle_trace_end(trace);
	idle_traced_end(trace);
}
