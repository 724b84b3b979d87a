/* SPDX-License-Identifier: MIT */
/* Monotonic time. */
#ifndef TOOLS_BASE_CLOCK_H
#define TOOLS_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Seconds of a monotonic clock. */
double clock_seconds(void);

/* Nanoseconds since the epoch of a clock or file. */
int64_t clock_ns_of(const struct timespec *time);

#endif
