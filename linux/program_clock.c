/* SPDX-License-Identifier: MIT */
/* Clocks and calls that a process learns the time from, by the C library's functions. The library
 * calls the vDSO, the kernel's code in the process, which asks the kernel if it cannot read the
 * kernel's clock itself. */
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "bench/platform.h"
#include "linux/clock.h"

/* X(clock, the kernel's ID) */
#define CLOCK_IDS(X) \
	X(MONOTONIC, CLOCK_MONOTONIC) \
	X(MONOTONIC_RAW, CLOCK_MONOTONIC_RAW) \
	X(MONOTONIC_COARSE, CLOCK_MONOTONIC_COARSE) \
	X(BOOTTIME, CLOCK_BOOTTIME) \
	X(REALTIME, CLOCK_REALTIME) \
	X(REALTIME_COARSE, CLOCK_REALTIME_COARSE) \
	X(TAI, CLOCK_TAI) \
	X(PROCESS, CLOCK_PROCESS_CPUTIME_ID) \
	X(THREAD, CLOCK_THREAD_CPUTIME_ID)

#define X(clock, id) \
	static uint64_t read_##clock(void) \
	{ \
		return clock_ns(id); \
	}
CLOCK_IDS(X)
#undef X

static uint64_t read_by_gettimeofday(void)
{
	struct timeval now;
	struct timespec time;

	gettimeofday(&now, NULL);
	TIMEVAL_TO_TIMESPEC(&now, &time);
	return timespec_ns(&time);
}

static uint64_t read_by_time(void)
{
	return (uint64_t)time(NULL);
}

static uint64_t read_by_system_call(void)
{
	struct timespec now = {0};

	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	return timespec_ns(&now);
}

const struct counter *platform_program_clock(enum program_clock clock)
{
	static const struct counter counters[PROGRAM_CLOCK_COUNT] = {
#define X(clock, id) [PROGRAM_CLOCK_##clock] = {NS_PER_SECOND, UINT64_MAX, read_##clock},
		CLOCK_IDS(X)
#undef X
		[PROGRAM_CLOCK_GETTIMEOFDAY] = {NS_PER_SECOND, UINT64_MAX, read_by_gettimeofday},
		[PROGRAM_CLOCK_TIME] = {1, UINT64_MAX, read_by_time},
		[PROGRAM_CLOCK_SYSTEM_CALL] = {NS_PER_SECOND, UINT64_MAX, read_by_system_call},
	};

	return counters[clock].read != NULL ? &counters[clock] : NULL;
}
