/* SPDX-License-Identifier: MIT */
/* The kernel's clocks in nanoseconds. Inlined, because tasks that are measured read them. */
#ifndef LINUX_CLOCK_H
#define LINUX_CLOCK_H

#include <stdint.h>
#include <time.h>

#include "lib/text/ticks.h"

static inline uint64_t timespec_ns(const struct timespec *time)
{
	return (uint64_t)time->tv_sec * NS_PER_SECOND + (uint64_t)time->tv_nsec;
}

/* The time of a clock. Returns 0 if the clock does not exist. */
static inline uint64_t clock_ns(clockid_t clock)
{
	struct timespec now = {0};

	clock_gettime(clock, &now);
	return timespec_ns(&now);
}

static inline struct timespec clock_timespec(uint64_t ns)
{
	return (struct timespec){.tv_sec = (time_t)(ns / NS_PER_SECOND),
				 .tv_nsec = (long)(ns % NS_PER_SECOND)};
}

/* The time of CLOCK_MONOTONIC a number of seconds from now. */
static inline struct timespec clock_after_seconds(unsigned seconds)
{
	return clock_timespec(clock_ns(CLOCK_MONOTONIC) + seconds * NS_PER_SECOND);
}

#endif
