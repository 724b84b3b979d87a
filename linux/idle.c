/* The idle loop as a process: the busy one alone, since rest is the kernel's to give, and without an
 * interrupt or a counter of its own to look at. */
#include <errno.h>
#include <stddef.h>

#include "bench/platform.h"

int platform_idle_run(struct idle_trace *trace)
{
	if (trace->kind != IDLE_POLL || trace->tick_hz != 0 || trace->application != NULL)
		return -ENOTSUP;
	idle_trace_begin(trace);
	idle_loop_poll(&trace->loop);
	idle_trace_end(trace);
	return 0;
}

void platform_idle_note(enum idle_event_kind kind, uint32_t value)
{
	(void)kind;
	(void)value;
}

uint32_t platform_idle_readings(struct idle_reading readings[IDLE_READINGS_MAX])
{
	(void)readings;
	return 0;
}

const char *platform_idle_vector_name(uint32_t vector)
{
	(void)vector;
	return "";
}
