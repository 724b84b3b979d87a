/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "tools/view/plot/ticks.h"

TEST(tick_steps_are_round_numbers)
{
	assert_true(tick_step(10, 5) == 2 && tick_step(1, 5) == 0.2);
	assert_true(tick_step(12e6, 5) == 5e6 && tick_step(0.07, 7) == 0.01);
}

TEST(tick_labels_have_exactly_the_necessary_digits)
{
	static const struct {
		double value, most;
		const char *text;
	} cases[] = {
		{0.05, 2, "0.05"},
		{0.5, 2, "0.5"},
		{20000, 20000, "20000"},
		{50000, 1e5, "50k"},
		{100, 1e6, "100"},
		{1245000, 1260000, "1.245M"},
		{4e10, 4e10, "40G"},
		{-150000, 150000, "-150k"},
		{-0.0, 1e6, "0"},
		{1e-6, 10, "0.000001"},
		{15e-6, 1e-4, "0.000015"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[TICK_TEXT_MAX];

		assert_string_equal(tick_text(cases[i].value, cases[i].most, text), cases[i].text);
	}
}

TEST(ticks_are_within_their_range)
{
	static const double digits[] = {1, 2, 5};
	const struct tick_range range = {0.5, 20, false}, counts = {0.5, 20, true};
	const struct tick_range sizes = {1024, 65536, false}, steps = {-3, 3, false};
	double ticks[TICKS_MAX];

	assert_int_equal(tick_multiples(&range, digits, 3, ticks), 6);
	assert_true(ticks[0] == 0.5 && ticks[5] == 20);
	assert_int_equal(tick_multiples(&counts, digits, 3, ticks), 5);
	assert_int_equal(tick_sizes(&sizes, 2, ticks), 4);
	assert_true(ticks[0] == 1024 && ticks[3] == 65536);
	assert_int_equal(tick_steps(&steps, 2, ticks), 3);
	assert_true(ticks[0] == -2 && ticks[2] == 2);
	assert_int_equal(tick_steps(&counts, 0.25, ticks), 20);
}

TEST(number_of_ticks_is_limited)
{
	const struct tick_range range = {0, 1e9, false}, precise = {1e300, 1.1e300, false};
	double ticks[TICKS_MAX];

	assert_int_equal(tick_steps(&range, 1, ticks), TICKS_MAX);
	assert_int_equal(tick_steps(&precise, 1, ticks), 1);
}
