/* SPDX-License-Identifier: MIT */
/* Rests until a deadline with clock_nanosleep(2) on CLOCK_MONOTONIC, which takes absolute times.
 * The deadline's TSC is converted with the current values of both clocks. Over such a short time
 * their drift is below the cost of reading them. */
#include <errno.h>
#include <stddef.h>
#include <time.h>

#include "bench/platform.h"
#include "lib/x86/tsc.h"
#include "linux/sleep.h"

#define NS_PER_SECOND 1000000000u

static uint64_t sleep_to_ns(uint64_t ticks)
{
	return (uint64_t)((unsigned __int128)ticks * NS_PER_SECOND / platform_limit_hz());
}

static struct timespec after_ns(struct timespec time, uint64_t ns)
{
	ns += (uint64_t)time.tv_nsec;
	time.tv_sec += (time_t)(ns / NS_PER_SECOND);
	time.tv_nsec = (long)(ns % NS_PER_SECOND);
	return time;
}

struct timespec sleep_time_of(uint64_t deadline_tsc)
{
	int64_t left = (int64_t)(deadline_tsc - tsc_read_fenced());
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return after_ns(now, left > 0 ? sleep_to_ns((uint64_t)left) : 0);
}

/* A signal ends the sleep early, and so does an inexact timer: sleep again in both cases. */
int platform_sleep_until(uint64_t deadline_tsc, uint64_t *woken_tsc)
{
	while ((int64_t)(deadline_tsc - (*woken_tsc = tsc_read_fenced())) > 0) {
		struct timespec until;
		int error;

		clock_gettime(CLOCK_MONOTONIC, &until);
		until = after_ns(until, sleep_to_ns(deadline_tsc - *woken_tsc));
		error = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
		if (error != 0 && error != EINTR)
			return -ENOTSUP;
	}
	return 0;
}
