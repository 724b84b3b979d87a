/* SPDX-License-Identifier: MIT */
/* Rests until a deadline with clock_nanosleep(2) on CLOCK_MONOTONIC, which takes absolute times.
 * The deadline's TSC is converted with the current values of both clocks. Over such a short time
 * their drift is below the cost of reading them. */
#include <errno.h>
#include <stddef.h>
#include <time.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/ticks.h"
#include "linux/clock.h"
#include "linux/sleep.h"

static struct timespec sleep_time_after(uint64_t ticks)
{
	return clock_timespec(clock_ns(CLOCK_MONOTONIC) + ticks_to_ns(ticks, platform_limit_hz()));
}

struct timespec sleep_time_of(uint64_t deadline_tsc)
{
	int64_t left = (int64_t)(deadline_tsc - clock_read());

	return sleep_time_after(left > 0 ? (uint64_t)left : 0);
}

/* Sleep until a deadline. A signal ends the sleep early, and so does an inexact timer. In both
 * cases sleep again. */
int platform_sleep_until(uint64_t deadline_tsc, uint64_t *woken_tsc)
{
	while ((int64_t)(deadline_tsc - (*woken_tsc = clock_read())) > 0) {
		const struct timespec until = sleep_time_after(deadline_tsc - *woken_tsc);
		int error = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);

		if (error != 0 && error != EINTR)
			return -ENOTSUP;
	}
	return 0;
}
