/* SPDX-License-Identifier: MIT */
#include "tools/base/clock.h"

#include "lib/text/ticks.h"

double clock_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / (double)NS_PER_SECOND;
}

int64_t clock_ns_of(const struct timespec *time)
{
	return time->tv_sec * (int64_t)NS_PER_SECOND + time->tv_nsec;
}
