/* SPDX-License-Identifier: MIT */
/* Selecting the TSC frequency among sources that may be absent, wrong or contradictory. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdint.h>

#include "lib/clock_select.h"

TEST(first_usable_source_is_selected)
{
	struct clock_source sources[] = {
		{.name = "cpuid_15h"},
		{.name = "hpet", .tsc_hz = 3000100000},
		{.name = "pit", .tsc_hz = 3000000000},
	};

	assert_int_equal(clock_select(sources, 3), 3000100000);
	assert_string_equal(sources[0].status, "unusable");
	assert_string_equal(sources[1].status, "chosen");
	assert_string_equal(sources[2].status, "agrees");
	assert_int_equal(sources[1].disagreement_ppm, 0);
	assert_int_equal(sources[2].disagreement_ppm, -33);
}

TEST(two_agreeing_sources_outvote_one)
{
	struct clock_source sources[] = {
		{.name = "cpuid_15h", .tsc_hz = 3000000000},
		{.name = "hpet", .tsc_hz = 50000000},
		{.name = "pit", .tsc_hz = 50001000},
	};

	assert_int_equal(clock_select(sources, 3), 50000000);
	assert_string_equal(sources[0].status, "disagrees");
	assert_int_equal(sources[0].disagreement_ppm, 59000000);
	assert_string_equal(sources[2].status, "agrees");
}

TEST(one_differing_source_does_not_outvote_a_preferred_one)
{
	struct clock_source sources[] = {
		{.name = "hpet", .tsc_hz = 1000000000},
		{.name = "pit", .tsc_hz = 1002000000},
	};

	assert_int_equal(clock_select(sources, 2), 1000000000);
	assert_string_equal(sources[1].status, "disagrees");
	assert_int_equal(sources[1].disagreement_ppm, 2000);
}

TEST(three_differing_sources_give_the_preferred_one)
{
	struct clock_source sources[] = {
		{.name = "hpet", .tsc_hz = 1000000000},
		{.name = "pm_timer", .tsc_hz = 1100000000},
		{.name = "pit", .tsc_hz = 1200000000},
	};

	assert_int_equal(clock_select(sources, 3), 1000000000);
}

TEST(two_contradictory_pairs_give_the_preferred_one)
{
	struct clock_source sources[] = {
		{.name = "cpuid_15h", .tsc_hz = 2000000000},
		{.name = "hypervisor", .tsc_hz = 2000000000},
		{.name = "hpet", .tsc_hz = 1000000000},
		{.name = "pm_timer", .tsc_hz = 1000000000},
	};

	assert_int_equal(clock_select(sources, 4), 2000000000);
	assert_string_equal(sources[1].status, "agrees");
	assert_string_equal(sources[3].status, "disagrees");
}

TEST(agreement_limit_is_500_ppm)
{
	struct clock_source sources[] = {
		{.name = "hpet", .tsc_hz = 1000000000},
		{.name = "pm_timer", .tsc_hz = 1000500000},
		{.name = "pit", .tsc_hz = 1000501000},
	};

	assert_int_equal(clock_select(sources, 3), 1000000000);
	assert_string_equal(sources[1].status, "agrees");
	assert_string_equal(sources[2].status, "disagrees");
}

/* As a clock that counts seconds on a busy machine. */
TEST(uncertainty_of_both_sources_widens_the_agreement_limit)
{
	struct clock_source sources[] = {
		{.name = "hypervisor", .tsc_hz = 1000000000},
		{.name = "rtc", .tsc_hz = 1002000000, .uncertainty_ppm = 1499},
	};

	assert_int_equal(clock_select(sources, 2), 1000000000);
	assert_string_equal(sources[1].status, "disagrees");
	sources[1].uncertainty_ppm = 1500;
	clock_select(sources, 2);
	assert_string_equal(sources[1].status, "agrees");
}

/* No clock has measured it. */
TEST(nominal_frequency_only_supports_another_source)
{
	struct clock_source sources[] = {
		{.name = "hpet"},
		{.name = "pit"},
		{.name = "cpuid_16h", .tsc_hz = 2000000000, .is_nominal = true},
	};

	assert_int_equal(clock_select(sources, 3), 0);
	assert_string_equal(sources[2].status, "unusable");
	sources[0].tsc_hz = 3000000000;
	assert_int_equal(clock_select(sources, 3), 3000000000);
	assert_string_equal(sources[2].status, "disagrees");
	sources[1].tsc_hz = 2000000000;
	assert_int_equal(clock_select(sources, 3), 2000000000);
	assert_string_equal(sources[0].status, "disagrees");
	assert_string_equal(sources[2].status, "agrees");
}

TEST(impossible_frequencies_are_unusable)
{
	struct clock_source sources[] = {
		{.name = "cpuid_15h", .tsc_hz = UINT64_MAX},
		{.name = "hypervisor", .tsc_hz = 999999},
		{.name = "hpet", .tsc_hz = 20000000001},
	};

	assert_int_equal(clock_select(sources, 3), 0);
	for (int i = 0; i < 3; i++)
		assert_string_equal(sources[i].status, "unusable");
	assert_int_equal(clock_select(sources, 0), 0);
}
