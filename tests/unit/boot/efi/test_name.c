/* SPDX-License-Identifier: MIT */
/* Names of result directories: made from firmware data, and checked when found in memory. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <string.h>

#include "boot/efi/name.h"

static const char *name_of(const char *maker, const char *product)
{
	static char name[NAME_MACHINE_CHARS];
	struct smbios_machine machine = {0};

	strcpy(machine.maker, maker);
	strcpy(machine.product, product);
	name_machine(name, &machine);
	return name;
}

TEST(machine_is_named_after_manufacturer_and_product)
{
	assert_string_equal(name_of("LENOVO", "ThinkPad X1"), "lenovo-thinkpad-x1");
	assert_string_equal(name_of("Acme (Ltd.)", "/..\\A:*?"), "acme-ltd-a");
	assert_string_equal(name_of("", "A-1"), "a-1");
}

TEST(name_is_truncated_after_a_word)
{
	assert_string_equal(name_of("0123456789012345678901234567890123456789", ""),
			    "0123456789012345678901234567890");
	assert_string_equal(name_of("0123456789012345678901234567890", "x"),
			    "0123456789012345678901234567890");
	assert_string_equal(name_of("01234567890123456789012345678 ?", "x"),
			    "01234567890123456789012345678-x");
}

TEST(machine_without_a_name_is_a_pc)
{
	assert_string_equal(name_of("", ""), "pc");
	assert_string_equal(name_of("   ", "..."), "pc");
}

TEST(name_made_of_any_machine_name_is_valid)
{
	char every[2] = "";

	for (int c = 1; c < 256; c++) {
		every[0] = (char)c;
		assert_true(name_is_good(name_of(every, "x"), NAME_MACHINE_CHARS));
	}
}

TEST(run_name_has_time_and_machine)
{
	char name[64];

	name_run(name, sizeof(name), &(struct name_time){2026, 1, 2, 3, 4, 5}, "pc");
	assert_string_equal(name, "20260102-030405-pc");
}

TEST(invalid_time_is_all_zero)
{
	static const struct name_time times[] = {
		{0}, {48879, 77, 99, 66, 200, 99}, {2026, 13, 1, 0, 0, 0}, {2026, 1, 0, 0, 0, 0},
		{2026, 1, 1, 24, 0, 0}, {2026, 1, 1, 0, 60, 0}, {2026, 1, 1, 0, 0, 255},
		{1899, 1, 1, 0, 0, 0},
	};
	char name[64];

	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		name_run(name, sizeof(name), &times[i], "pc");
		assert_string_equal(name, "00000000-000000-pc");
	}
}

TEST(only_generated_names_are_valid)
{
	assert_true(name_is_good("20260102-030405-pc", 64));
	assert_false(name_is_good("", 64));
	assert_false(name_is_good("..\\other", 64));
	assert_false(name_is_good("a b", 64));
	assert_false(name_is_good("20260102", 8));
}

TEST(name_with_a_time_is_recognised)
{
	assert_true(name_has_time("20260102-030405-pc"));
	assert_false(name_has_time("20260102-03040-pc"));
	assert_false(name_has_time("20260102"));
	assert_false(name_has_time("a"));
}
