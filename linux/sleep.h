/* SPDX-License-Identifier: MIT */
/* Converts TSC times to the kernel's. */
#ifndef LINUX_SLEEP_H
#define LINUX_SLEEP_H

#include <stdint.h>
#include <time.h>

/* CLOCK_MONOTONIC at deadline_tsc, which must be in the future. */
struct timespec sleep_time_of(uint64_t deadline_tsc);

#endif
