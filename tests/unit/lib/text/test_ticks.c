/* SPDX-License-Identifier: MIT */
/* Conversions between ticks and units of time. */
#include "tests/unit/unit.h"

#include <stdint.h>

#include "lib/text/ticks.h"

#define HZ 2999999999u
#define YEAR 31557600ull

TEST(product_may_exceed_64_bits)
{
	uint64_t value = YEAR * HZ;
	unsigned __int128 exact = (unsigned __int128)value * NS_PER_SECOND / HZ;

	assert_int_equal(ticks_scale(value, NS_PER_SECOND, HZ), (uint64_t)exact);
	assert_int_equal(ticks_scale(7, 3, 2), 10);
}

TEST(ticks_are_converted_to_times_and_rounded_down)
{
	assert_int_equal(ticks_to_us(YEAR * HZ + HZ - 1, HZ), YEAR * US_PER_SECOND + 999999);
	assert_int_equal(ticks_to_ns(YEAR * HZ, HZ), YEAR * NS_PER_SECOND);
	assert_int_equal(ticks_to_ns(2, HZ), 0);
}

TEST(times_are_converted_to_ticks)
{
	assert_int_equal(ticks_of_ns(YEAR * NS_PER_SECOND + 1, HZ), YEAR * HZ + 2);
}

/* A frequency is no whole number of ticks in a microsecond. */
TEST(long_times_have_all_their_ticks)
{
	assert_int_equal(ticks_of_us(1000, HZ), 2999999);
	assert_int_equal(ticks_of_us(US_PER_SECOND, HZ), HZ);
	assert_int_equal(ticks_of_ms(MS_PER_SECOND, HZ), HZ);
}

TEST(quotients_are_rounded_to_the_nearest_integer)
{
	assert_int_equal(ticks_nearest(1499, 1000), 1);
	assert_int_equal(ticks_nearest(1500, 1000), 2);
	assert_int_equal(ticks_nearest(999, 1000), 1);
	assert_int_equal(ticks_nearest(499, 1000), 0);
}
