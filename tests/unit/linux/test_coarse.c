/* SPDX-License-Identifier: MIT */
/* Coarse clocks of a process: a reading is the kernel's time, rounded down to the period, and a
 * wait ends after the next step. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <time.h>

#include "bench/platform.h"
#include "linux/disturbance.h"
#include "tests/unit/linux/witness.h"

#define NS_PER_S UINT64_C(1000000000)
#define PERIOD_NS 3000000
#define WAITS 3

static struct {
	bool lets_ticks_in, has_no_clock, rests_end_early;
	unsigned rests;
} machine;

void disturbance_let_ticks_in(bool does)
{
	machine.lets_ticks_in = does;
}

WRAP(int, clock_getres, clockid_t clock, struct timespec *resolution)
{
	return machine.has_no_clock ? -1 : __real_clock_getres(clock, resolution);
}

WRAP(int, clock_nanosleep, clockid_t clock, int flags, const struct timespec *until,
     struct timespec *left)
{
	machine.rests++;
	return machine.rests_end_early ? EINTR : __real_clock_nanosleep(clock, flags, until, left);
}

static int reset(void **state)
{
	(void)state;
	memset(&machine, 0, sizeof(machine));
	return 0;
}

static uint64_t ns_of(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

TEST_WITH(period_of_the_system_is_the_kernels, reset, NULL)
{
	struct timespec resolution;

	clock_getres(CLOCK_REALTIME_COARSE, &resolution);
	assert_int_equal(platform_coarse_system_period_ns(),
			 (uint64_t)resolution.tv_sec * NS_PER_S + (uint64_t)resolution.tv_nsec);
	machine.has_no_clock = true;
	assert_int_equal(platform_coarse_system_period_ns(), 0);
}

TEST_WITH(clock_without_a_period_is_refused, reset, NULL)
{
	assert_int_equal(platform_coarse_start(COARSE_TICK, 0), -EINVAL);
	assert_false(machine.lets_ticks_in);
}

TEST_WITH(samples_may_contain_ticks_while_the_clock_runs, reset, NULL)
{
	assert_int_equal(platform_coarse_start(COARSE_SYSTEM, PERIOD_NS), 0);
	assert_true(machine.lets_ticks_in);
	platform_coarse_stop();
	assert_false(machine.lets_ticks_in);
}

TEST_WITH(clock_of_our_own_is_rounded_down_to_its_period, reset, NULL)
{
	uint64_t before_ns, ns, after_ns;

	assert_int_equal(platform_coarse_start(COARSE_TICK, PERIOD_NS), 0);
	before_ns = ns_of(CLOCK_MONOTONIC);
	ns = platform_coarse_read_ns();
	after_ns = ns_of(CLOCK_MONOTONIC);
	assert_int_equal(ns % PERIOD_NS, 0);
	assert_true(ns <= after_ns && ns + PERIOD_NS > before_ns);
	platform_coarse_stop();
}

/* The coarse clock does not step back unless someone sets the time. */
TEST_WITH(clock_of_the_system_is_the_kernels, reset, NULL)
{
	uint64_t before_ns, ns, after_ns;

	assert_int_equal(platform_coarse_start(COARSE_SYSTEM, PERIOD_NS), 0);
	before_ns = ns_of(CLOCK_REALTIME_COARSE);
	ns = platform_coarse_read_ns();
	after_ns = ns_of(CLOCK_REALTIME_COARSE);
	assert_true(before_ns > after_ns || (before_ns <= ns && ns <= after_ns));
	platform_coarse_stop();
}

static void wait_for_steps(void)
{
	for (unsigned i = 1; i <= WAITS; i++) {
		uint64_t before_ns = platform_coarse_read_ns(), ns;

		platform_coarse_wait();
		ns = platform_coarse_read_ns();
		assert_true(ns >= before_ns + PERIOD_NS);
		assert_true(ns <= ns_of(CLOCK_MONOTONIC));
		assert_int_equal(machine.rests, i);
	}
}

TEST_WITH(wait_rests_until_the_next_step, reset, NULL)
{
	assert_int_equal(platform_coarse_start(COARSE_TICK, PERIOD_NS), 0);
	wait_for_steps();
	platform_coarse_stop();
}

TEST_WITH(wait_polls_if_the_rest_ends_early, reset, NULL)
{
	machine.rests_end_early = true;
	assert_int_equal(platform_coarse_start(COARSE_TICK, PERIOD_NS), 0);
	wait_for_steps();
	platform_coarse_stop();
}
