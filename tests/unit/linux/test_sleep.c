/* SPDX-License-Identifier: MIT */
/* Rests of a process: they end after the deadline, also if the kernel ends one early, and a time of
 * the TSC becomes one of the kernel's clock. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <time.h>

#include "bench/platform.h"
#include "linux/sleep.h"
#include "tests/unit/linux/witness.h"

#define NS_PER_S INT64_C(1000000000)
#define AHEAD_TICKS 1000000
#define FAR_TICKS (NS_PER_S * 5 / 2)    /* at fake_process.c's rate, 2.5 s */

static struct {
	int early;                      /* this many rests end at once */
	int error;                      /* with this error */
	unsigned rests;
	uint64_t end;                   /* of the last one */
} machine;

WRAP(int, clock_nanosleep, clockid_t clock, int flags, const struct timespec *until,
     struct timespec *left)
{
	int error;

	assert_int_equal(clock, CLOCK_MONOTONIC);
	assert_int_equal(flags, TIMER_ABSTIME);
	machine.rests++;
	error = machine.early-- > 0 ? machine.error
				    : __real_clock_nanosleep(clock, flags, until, left);
	machine.end = clock_read();
	return error;
}

static int reset(void **state)
{
	memset(&machine, 0, sizeof(machine));
	return stay_on_one_cpu(state);
}

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

TEST_WITH(time_of_the_tsc_becomes_one_of_the_kernels_clock, reset, NULL)
{
	uint64_t begin_tsc = clock_read(), deadline_tsc = begin_tsc + FAR_TICKS, end_tsc;
	int64_t begin_ns = now_ns(), end_ns, time_ns;
	struct timespec time = sleep_time_of(deadline_tsc);

	end_ns = now_ns();
	end_tsc = clock_read();
	assert_true(time.tv_nsec >= 0 && time.tv_nsec < NS_PER_S);
	time_ns = time.tv_sec * NS_PER_S + time.tv_nsec;
	assert_true(time_ns >= begin_ns + (int64_t)(deadline_tsc - end_tsc));
	assert_true(time_ns <= end_ns + (int64_t)(deadline_tsc - begin_tsc));
}

TEST_WITH(time_that_has_passed_is_now, reset, NULL)
{
	int64_t begin_ns = now_ns(), time_ns;
	struct timespec time = sleep_time_of(clock_read() - AHEAD_TICKS);

	time_ns = time.tv_sec * NS_PER_S + time.tv_nsec;
	assert_true(begin_ns <= time_ns && time_ns <= now_ns());
}

TEST_WITH(rest_ends_after_the_deadline_and_is_stamped_afterwards, reset, NULL)
{
	uint64_t deadline_tsc = clock_read() + AHEAD_TICKS, woken_tsc = 0;

	machine.early = 2;
	machine.error = EINTR;
	assert_int_equal(platform_sleep_until(deadline_tsc, &woken_tsc), 0);
	assert_true(woken_tsc >= deadline_tsc && woken_tsc >= machine.end);
	assert_true(woken_tsc <= clock_read());
	deadline_tsc = clock_read() + AHEAD_TICKS;
	machine.early = 2;
	machine.error = 0;
	assert_int_equal(platform_sleep_until(deadline_tsc, &woken_tsc), 0);
	assert_true(woken_tsc >= deadline_tsc && woken_tsc >= machine.end);
}

TEST_WITH(deadline_that_has_passed_needs_no_rest, reset, NULL)
{
	uint64_t begin_tsc = clock_read(), woken_tsc = 0;

	assert_int_equal(platform_sleep_until(begin_tsc, &woken_tsc), 0);
	assert_int_equal(machine.rests, 0);
	assert_true(woken_tsc >= begin_tsc);
}

TEST_WITH(rest_that_the_kernel_refuses_is_not_supported, reset, NULL)
{
	uint64_t woken_tsc;

	machine.early = 1;
	machine.error = EINVAL;
	assert_int_equal(platform_sleep_until(clock_read() + FAR_TICKS, &woken_tsc), -ENOTSUP);
	assert_int_equal(machine.rests, 1);
}
