/* SPDX-License-Identifier: MIT */
/* The loop's thread with a fake loop, which ends only at its end_tsc. */
#include "tests/unit/unit.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "bench/idle/trace.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "linux/idle/thread.h"
#include "linux/idle/traced.h"
#include "linux/sleep.h"
#include "linux/task/thread.h"

#define LEAD_TICKS 1000
#define FAR_TICKS (1ull << 60)

static struct idle_trace trace;
static atomic_bool sleeps, has_run_on;

/* ---- Fakes ---- */

uint64_t platform_clock_hz(void)
{
	return 1000000000;
}

/* A loop that is to run past the test's end does not. */
void idle_loop_poll(struct idle_loop *loop)
{
	loop->last_tsc = clock_read();
	if (loop->end_tsc > loop->last_tsc + FAR_TICKS / 4)
		has_run_on = true;
	sched_yield();
}

void idle_trace_begin(struct idle_trace *begun)
{
	begun->begin_tsc = clock_read();
}

void idle_trace_end(struct idle_trace *ended)
{
	(void)ended;
}

void idle_traced_begin(const struct idle_trace *begun)
{
	(void)begun;
}

void idle_traced_is_here(void)
{
}

void idle_traced_end(struct idle_trace *ended)
{
	(void)ended;
}

/* Called directly before the thread sleeps. */
struct timespec sleep_time_of(uint64_t deadline_tsc)
{
	struct timespec until;

	(void)deadline_tsc;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += 60;
	sleeps = true;
	return until;
}

int thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
	return pthread_create(thread, NULL, run, argument);
}

void thread_join(pthread_t thread)
{
	pthread_join(thread, NULL);
}

/* ---- The tests ---- */

static uint64_t far_away(void)
{
	return clock_read() + FAR_TICKS;
}

/* Nothing is due for longer than the run, whose end comes first. */
TEST(loop_that_rests_does_not_run_on_after_its_stop)
{
	trace = (struct idle_trace){
		.rests = true, .pass_ticks = LEAD_TICKS, .duration_ticks = 2 * FAR_TICKS,
	};
	assert_int_equal(idle_thread_start(&trace, far_away), 0);
	while (!sleeps)
		sched_yield();
	idle_thread_stop();
	assert_false(has_run_on);
	assert_int_equal(trace.loop.end_tsc, 0);
}
