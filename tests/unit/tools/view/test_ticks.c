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
