/* SPDX-License-Identifier: MIT */
/* Rounding of values: significant digits by size, and whole numbers exactly. */
#include "tests/unit/unit.h"

#include "tools/table/number.h"

static void assert_text(double value, const char *expected)
{
	char text[NUMBER_TEXT_MAX];

	assert_string_equal(number_text(value, text), expected);
}

TEST(whole_numbers_are_exact)
{
	assert_text(0, "0");
	assert_text(57, "57");
	assert_text(-3, "-3");
	assert_text(123456789, "123456789");
	assert_text(999999999999, "999999999999");
}

TEST(fractions_have_significant_digits_by_size)
{
	assert_text(0.54321, "0.543");
	assert_text(-0.0423, "-0.0423");
	assert_text(1.67093, "1.67");
	assert_text(59.333, "59.33");
	assert_text(123.456, "123.5");
	assert_text(5006.52, "5006.5");
	assert_text(12590.4, "12590");
}

TEST(values_out_of_range_have_an_exponent)
{
	assert_text(1e15, "1e+15");
	assert_text(1.5e-12, "1.5e-12");
}

TEST(shares_are_in_percent_and_changes_have_a_sign)
{
	char text[NUMBER_TEXT_MAX];

	assert_string_equal(number_share_text(0.125, text), "12.5 %");
	assert_string_equal(number_change_text(0.05, text), "+5.0 %");
	assert_string_equal(number_change_text(-0.05, text), "-5.0 %");
}

static void assert_change(double change, const char *expected)
{
	char text[NUMBER_TEXT_MAX];

	assert_string_equal(number_change_text(change, text), expected);
}

TEST(nonzero_change_is_never_rounded_to_zero)
{
	assert_change(0, "+0.0 %");
	assert_change(0.0006, "+0.1 %");
	assert_change(0.0004, "+0.04 %");
	assert_change(-0.0004, "-0.04 %");
	assert_change(1. / 462693, "+<0.01 %");
	assert_change(-1e-9, "-<0.01 %");
	assert_change(3e-13, "+<0.01 %");
	assert_change(124.175, "+12418 %");
	assert_change(9.9994, "+999.9 %");
}

static void assert_unit_text(double value, const char *unit, const char *expected)
{
	char text[NUMBER_TEXT_MAX];

	assert_string_equal(number_unit_text(value, unit, text), expected);
}

TEST(short_numbers_have_three_digits_or_four_after_a_one)
{
	assert_unit_text(3.7149, "GB/s", "3.71 GB/s");
	assert_unit_text(144.62, "ns", "144.6 ns");
	assert_unit_text(0.04231, "ns", "0.0423 ns");
	assert_unit_text(0, "ns", "0 ns");
	assert_unit_text(-12.34, "GB/s", "\u221212.34 GB/s");
	assert_unit_text(2203.4, "", "2\u202f203");
	assert_unit_text(1234567, "", "1\u202f234\u202f567");
}

TEST(nanoseconds_are_scaled_and_instructions_are_not)
{
	assert_unit_text(999.4, "ns", "999 ns");
	assert_unit_text(28334, "ns", "28.3 µs");
	assert_unit_text(1.5e6, "ns", "1.500 ms");
	assert_unit_text(2e9, "ns", "2.00 s");
	assert_unit_text(4359, "instructions", "4\u202f359 instructions");
	assert_unit_text(58.05, "instructions", "58.05 instructions");
}
