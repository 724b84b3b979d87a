/* SPDX-License-Identifier: MIT */
/* Converts times of the TSC to times of the kernel. */
#ifndef LINUX_SLEEP_H
#define LINUX_SLEEP_H

#include <stdint.h>
#include <time.h>

/* The time of CLOCK_MONOTONIC at deadline_tsc. If that is in the past, the current time. */
struct timespec sleep_time_of(uint64_t deadline_tsc);

#endif
