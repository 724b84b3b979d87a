/* SPDX-License-Identifier: MIT */
/* The application is the measuring thread. Its timer is timerfd_create(2), as in a program that
 * also waits for files. */
#include "linux/idle/application.h"

#include <errno.h>
#include <stddef.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/ticks.h"
#include "linux/clock.h"
#include "linux/idle/thread.h"

/* The deadline counts from before the call, as for any relative timer. */
static void application_arm(struct idle_trace *trace, int timer)
{
	uint64_t ticks = trace->application->delay_ticks;
	const struct itimerspec due = {
		.it_value = clock_timespec(ticks_to_ns(ticks, platform_clock_hz())),
	};

	idle_trace_add_event(trace, IDLE_EVENT_RAISED, 0, clock_read() + ticks);
	timerfd_settime(timer, 0, &due, NULL);
}

static void application_wait(struct idle_trace *trace, int timer, uint32_t number)
{
	uint64_t expirations;

	idle_trace_add_event(trace, IDLE_EVENT_WAIT, number, clock_read());
	application_arm(trace, timer);
	while (read(timer, &expirations, sizeof(expirations)) < 0 && errno == EINTR)
		;
	idle_trace_add_event(trace, IDLE_EVENT_RESUME, number, clock_read());
}

static void application_live(struct idle_trace *trace, int timer)
{
	const struct idle_application *what = trace->application;
	uint64_t woken_tsc;

	for (uint32_t number = 0; number < what->events; number++) {
		application_wait(trace, timer, number);
		what->work(what->argument);
		idle_trace_add_event(trace, IDLE_EVENT_DONE, number, clock_read());
	}
	platform_sleep_until(clock_read() + what->rest_ticks, &woken_tsc);
}

int idle_application_run(struct idle_trace *trace)
{
	int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	int status;

	if (timer < 0)
		return -ENOTSUP;
	status = idle_thread_start(trace, NULL);
	if (status == 0)
		application_live(trace, timer);
	idle_thread_stop();
	close(timer);
	return status;
}
