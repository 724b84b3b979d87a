/* SPDX-License-Identifier: MIT */
/* Clocks of a process: each reading lies between two readings of the same clock by the kernel,
 * rounded down to the step of the call, and is made by the right call. */
#include "tests/unit/unit.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "bench/platform.h"
#include "tests/unit/linux/witness.h"

#define NS_PER_S UINT64_C(1000000000)

/* Calls of the C library. */
static struct calls {
	unsigned system_calls, clock_gettimes, gettimeofdays, times;
} calls;

WRAP(long, syscall, long number, clockid_t clock, struct timespec *now)
{
	calls.system_calls++;
	return __real_syscall(number, clock, now);
}

WRAP(int, clock_gettime, clockid_t clock, struct timespec *now)
{
	calls.clock_gettimes++;
	return __real_clock_gettime(clock, now);
}

WRAP(int, gettimeofday, struct timeval *now, void *zone)
{
	calls.gettimeofdays++;
	return __real_gettimeofday(now, zone);
}

WRAP(time_t, time, time_t *now)
{
	calls.times++;
	return __real_time(now);
}

#define BY_CLOCK_GETTIME {.clock_gettimes = 1}

static const struct {
	enum program_clock clock;
	clockid_t id;
	uint64_t rate_hz, step_ns;
	struct calls by;                /* one reading */
} clocks[] = {
	{PROGRAM_CLOCK_MONOTONIC, 1, NS_PER_S, 1, BY_CLOCK_GETTIME},
	{PROGRAM_CLOCK_MONOTONIC_RAW, 4, NS_PER_S, 1, BY_CLOCK_GETTIME},
	{PROGRAM_CLOCK_MONOTONIC_COARSE, 6, NS_PER_S, 1, BY_CLOCK_GETTIME},
	{PROGRAM_CLOCK_BOOTTIME, 7, NS_PER_S, 1, BY_CLOCK_GETTIME},
	{PROGRAM_CLOCK_REALTIME, 0, NS_PER_S, 1, BY_CLOCK_GETTIME},
	{PROGRAM_CLOCK_REALTIME_COARSE, 5, NS_PER_S, 1, BY_CLOCK_GETTIME},
	{PROGRAM_CLOCK_TAI, 11, NS_PER_S, 1, BY_CLOCK_GETTIME},
	{PROGRAM_CLOCK_PROCESS, 2, NS_PER_S, 1, BY_CLOCK_GETTIME},
	{PROGRAM_CLOCK_THREAD, 3, NS_PER_S, 1, BY_CLOCK_GETTIME},
	{PROGRAM_CLOCK_GETTIMEOFDAY, 0, NS_PER_S, 1000, {.gettimeofdays = 1}},
	{PROGRAM_CLOCK_TIME, 5, 1, NS_PER_S, {.times = 1}},     /* it reads the coarse clock */
	{PROGRAM_CLOCK_SYSTEM_CALL, 1, NS_PER_S, 1, {.system_calls = 1}},
};

/* By the kernel, without the C library and the vDSO. */
static uint64_t kernels_ns(clockid_t id)
{
	struct timespec now;

	assert_int_equal(__real_syscall(SYS_clock_gettime, id, &now), 0);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

TEST(readings_are_of_their_clocks)
{
	for (size_t i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++) {
		const struct counter *counter = platform_program_clock(clocks[i].clock);
		uint64_t before_ns, between_ns;

		assert_non_null(counter);
		assert_int_equal(counter->rate_hz, clocks[i].rate_hz);
		assert_int_equal(counter->mask, UINT64_MAX);
		before_ns = kernels_ns(clocks[i].id);
		memset(&calls, 0, sizeof(calls));
		between_ns = counter->read() * (NS_PER_S / counter->rate_hz);
		assert_true(before_ns - before_ns % clocks[i].step_ns <= between_ns);
		assert_true(between_ns <= kernels_ns(clocks[i].id));
		assert_memory_equal(&calls, &clocks[i].by, sizeof(calls));
	}
}

TEST(devices_are_not_read)
{
	assert_null(platform_program_clock(PROGRAM_CLOCK_HPET));
	assert_null(platform_program_clock(PROGRAM_CLOCK_PM_TIMER));
}
