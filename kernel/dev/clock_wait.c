/* SPDX-License-Identifier: MIT */
/* Waits by the measuring clock. */
#include "kernel/machine/clock.h"
#include "lib/cpu/pause.h"
#include "lib/text/ticks.h"

uint64_t clock_limit_rate_hz = CLOCK_LIMIT_HZ;

uint64_t clock_limit_hz(void)
{
	return clock_limit_rate_hz;
}

uint64_t clock_after_us(uint64_t us)
{
	return clock_read() + ticks_of_us(us, clock_limit_rate_hz);
}

bool clock_is_past(uint64_t deadline_tsc)
{
	return clock_read() >= deadline_tsc;
}

struct spin spin_for_us(uint64_t us)
{
	return spin_for(ticks_of_us(us, clock_limit_rate_hz));
}

void clock_wait_us(uint64_t us)
{
	uint64_t deadline_tsc = clock_after_us(us);

	while (!clock_is_past(deadline_tsc))
		cpu_relax();
}
