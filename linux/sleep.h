/* SPDX-License-Identifier: MIT */
/* The kernel's time of a moment that is known by the TSC. */
#ifndef LINUX_SLEEP_H
#define LINUX_SLEEP_H

#include <stdint.h>
#include <time.h>

/* When CLOCK_MONOTONIC will stand where the TSC reaches deadline_tsc, which is yet to come. */
struct timespec sleep_time_of(uint64_t deadline_tsc);

#endif
