/* SPDX-License-Identifier: MIT */
/* Clocks in nanoseconds. */
#include "tests/unit/unit.h"

#include "linux/clock.h"

TEST(times_are_converted_to_nanoseconds_and_back)
{
	const struct timespec time = clock_timespec(1999999999);

	assert_int_equal(time.tv_sec, 1);
	assert_int_equal(time.tv_nsec, 999999999);
	assert_int_equal(timespec_ns(&time), 1999999999);
}

TEST(clock_counts_on)
{
	uint64_t before_ns = clock_ns(CLOCK_MONOTONIC);
	const struct timespec later = clock_after_seconds(2);

	assert_true(timespec_ns(&later) >= before_ns + 2 * NS_PER_SECOND);
	assert_true(timespec_ns(&later) <= clock_ns(CLOCK_MONOTONIC) + 2 * NS_PER_SECOND);
}
