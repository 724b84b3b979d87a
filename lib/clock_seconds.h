/* SPDX-License-Identifier: MIT */
/* Measures the clock's frequency with a clock that counts only seconds. Each wait is bounded,
 * because such a clock may be absent, stopped or broken. No hardware access, so unit tests pass a
 * fake clock. */
#ifndef LIB_CLOCK_SECONDS_H
#define LIB_CLOCK_SECONDS_H

#include <stdint.h>

struct seconds_clock {
	int (*read)(void);              /* second of the minute; negative if not readable now */
	uint64_t (*tsc)(void);
	uint64_t limit_ticks;           /* limit of the wait for one second */
};

/* A measurement over SECONDS_WINDOW consecutive seconds. */
struct seconds_result {
	uint64_t tsc_hz;                /* 0: none */
	uint64_t uncertainty_ppm;       /* maximum error, without the clock's own tolerance */
	const char *problem;            /* why there is no frequency */
};

#define SECONDS_WINDOW 2
#define SECONDS_EDGES_MAX 8             /* seconds to wait for, in all attempts */
#define SECONDS_UNCERTAINTY_PPM_MAX 10000

/* Measure, in up to three seconds with a good clock. The seconds must come one by one and have
 * equal lengths. Otherwise the window begins again, until SECONDS_EDGES_MAX seconds have come. */
struct seconds_result clock_seconds_measure(const struct seconds_clock *clock);

#endif
