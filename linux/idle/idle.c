/* SPDX-License-Identifier: MIT */
/* The idle loop of a process. Only the busy loop exists, because the kernel controls halts. There
 * are no interrupts and no counters to read. Two priorities show a program's share of a CPU: the
 * time left by all others (class SCHED_IDLE), and all but the kernel's own (real-time). */
#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <time.h>

#include "bench/platform.h"
#include "lib/text/ticks.h"
#include "linux/clock.h"
#include "linux/idle/application.h"
#include "linux/idle/traced.h"

#define REST_PART 10                    /* part of the preceding run */

/* The kernel throttles a real-time process after 95 % of a second (sched(7), "Limiting the CPU
 * usage of real-time and deadline processes"). Pauses avoid gaps that this would cause. */
static void rest_after(uint64_t ticks)
{
	const struct timespec rest =
		clock_timespec(ticks_to_ns(ticks, platform_clock_hz()) / REST_PART);

	nanosleep(&rest, NULL);
}

int platform_idle_run(struct idle_trace *trace)
{
	const struct sched_param lowest = {0};
	struct sched_param before;
	int policy = sched_getscheduler(0);

	if (trace->kind != IDLE_POLL || trace->tick_hz != 0)
		return -ENOTSUP;
	if (trace->application != NULL)
		return idle_application_run(trace);
	sched_getparam(0, &before);
	if (trace->gives_way && sched_setscheduler(0, SCHED_IDLE, &lowest) != 0)
		return -ENOTSUP;
	idle_traced_begin(trace);
	idle_traced_is_here();
	idle_trace_begin(trace);
	idle_loop_poll(&trace->loop);
	idle_trace_end(trace);
	idle_traced_end(trace);
	if (trace->gives_way)
		sched_setscheduler(0, policy, &before);
	else if (policy != SCHED_OTHER)
		rest_after(trace->end_tsc - trace->begin_tsc);
	return 0;
}

void platform_idle_add_event(enum idle_event_kind kind, uint32_t value)
{
	(void)kind;
	(void)value;
}

uint32_t platform_smi_msr(void)
{
	return 0;
}

const char *platform_idle_vector_name(uint32_t vector)
{
	(void)vector;
	return "";
}
