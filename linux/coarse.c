/* SPDX-License-Identifier: MIT */
/* Coarse clocks of a process. The kernel's own is CLOCK_REALTIME_COARSE, which its tick advances. A
 * clock with another period is the fine clock, rounded down, as on systems with millisecond
 * clocks. */
#include <errno.h>
#include <stdint.h>
#include <time.h>

#include "bench/platform.h"
#include "linux/clock.h"
#include "linux/disturbance.h"

static struct {
	clockid_t clock;                /* the clock to read */
	clockid_t fine;                 /* the same time with small steps */
	uint64_t period_ns;
	uint64_t unit_ns;               /* unit for rounding down */
} coarse;

uint64_t platform_coarse_system_period_ns(void)
{
	struct timespec resolution;

	return clock_getres(CLOCK_REALTIME_COARSE, &resolution) == 0 ? timespec_ns(&resolution) : 0;
}

int platform_coarse_start(enum coarse_clock clock, uint64_t period_ns)
{
	if (period_ns == 0)
		return -EINVAL;
	coarse.period_ns = period_ns;
	coarse.clock = clock == COARSE_SYSTEM ? CLOCK_REALTIME_COARSE : CLOCK_MONOTONIC;
	coarse.fine = clock == COARSE_SYSTEM ? CLOCK_REALTIME : CLOCK_MONOTONIC;
	coarse.unit_ns = clock == COARSE_SYSTEM ? 1 : period_ns;
	disturbance_let_ticks_in(true);
	return 0;
}

void platform_coarse_stop(void)
{
	disturbance_let_ticks_in(false);
}

uint64_t platform_coarse_read_ns(void)
{
	uint64_t ns = clock_ns(coarse.clock);

	return ns - ns % coarse.unit_ns;
}

/* Wait for a step. The kernel's tick may be late, so the rest of the wait polls. */
void platform_coarse_wait(void)
{
	uint64_t begin_ns = platform_coarse_read_ns();
	const struct timespec next = clock_timespec(begin_ns + coarse.period_ns);

	clock_nanosleep(coarse.fine, TIMER_ABSTIME, &next, NULL);
	while (platform_coarse_read_ns() == begin_ns)
		;
}
