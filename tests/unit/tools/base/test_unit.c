/* SPDX-License-Identifier: MIT */
/* Units, and conversions between ticks and times. */
#include "tests/unit/unit.h"

#include <math.h>

#include "tools/base/ticks.h"
#include "tools/base/unit.h"

static const char *time_name(double ns, double least)
{
	return unit_for(unit_times, UNIT_TIMES, ns, least)->name;
}

TEST(unit_is_the_largest_of_which_there_are_enough)
{
	assert_string_equal(time_name(999, 1), "ns");
	assert_string_equal(time_name(1000, 1), "µs");
	assert_string_equal(time_name(1000, 20), "ns");
	assert_string_equal(time_name(2e10, 20), "s");
	assert_string_equal(time_name(1e300, 1), "s");
	assert_string_equal(time_name(0, 1), "ns");
	assert_string_equal(time_name(NAN, 1), "ns");
}

TEST(sizes_are_powers_of_1024)
{
	for (size_t i = 0; i < UNIT_SIZES; i++)
		assert_true(unit_sizes[i].size == ldexp(1, (int)(10 * i)));
}

TEST(ticks_and_times_are_converted)
{
	assert_true(ticks_time(3, 2e9, NS_PER_SECOND) == 1.5);
	assert_true(ticks_time(3, 2e9, US_PER_SECOND) == 0.0015);
	assert_true(time_ticks(1.5, 2e9, NS_PER_SECOND) == 3);
	assert_true(ticks_convert(UINT64_MAX, NS_PER_SECOND, NS_PER_SECOND) == UINT64_MAX);
	assert_int_equal(ticks_convert(7, 2, 3), 10);
}
