/* SPDX-License-Identifier: MIT */
/* Names of result directories: made from firmware data, and checked when found in memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

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

static void machine_is_named_after_manufacturer_and_product(void **state)
{
	(void)state;
	assert_string_equal(name_of("LENOVO", "ThinkPad X1"), "lenovo-thinkpad-x1");
	assert_string_equal(name_of("Acme (Ltd.)", "/..\\A:*?"), "acme-ltd-a");
	assert_string_equal(name_of("", "A-1"), "a-1");
}

static void name_is_truncated_after_a_word(void **state)
{
	(void)state;
	assert_string_equal(name_of("0123456789012345678901234567890123456789", ""),
			    "0123456789012345678901234567890");
	assert_string_equal(name_of("0123456789012345678901234567890", "x"),
			    "0123456789012345678901234567890");
	assert_string_equal(name_of("01234567890123456789012345678 ?", "x"),
			    "01234567890123456789012345678-x");
}

static void machine_without_a_name_is_a_pc(void **state)
{
	(void)state;
	assert_string_equal(name_of("", ""), "pc");
	assert_string_equal(name_of("   ", "..."), "pc");
}

static void name_made_of_any_machine_name_is_valid(void **state)
{
	char every[2] = "";

	(void)state;
	for (int c = 1; c < 256; c++) {
		every[0] = (char)c;
		assert_true(name_is_good(name_of(every, "x"), NAME_MACHINE_CHARS));
	}
}

static void run_name_has_time_and_machine(void **state)
{
	char name[64];

	(void)state;
	name_run(name, sizeof(name), &(struct name_time){2026, 1, 2, 3, 4, 5}, "pc");
	assert_string_equal(name, "20260102-030405-pc");
}

static void only_generated_names_are_valid(void **state)
{
	(void)state;
	assert_true(name_is_good("20260102-030405-pc", 64));
	assert_false(name_is_good("", 64));
	assert_false(name_is_good("..\\other", 64));
	assert_false(name_is_good("a b", 64));
	assert_false(name_is_good("20260102", 8));
}

static void name_with_a_time_is_recognised(void **state)
{
	(void)state;
	assert_true(name_has_time("20260102-030405-pc"));
	assert_false(name_has_time("20260102-03040-pc"));
	assert_false(name_has_time("20260102"));
	assert_false(name_has_time("a"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(machine_is_named_after_manufacturer_and_product),
		cmocka_unit_test(name_is_truncated_after_a_word),
		cmocka_unit_test(machine_without_a_name_is_a_pc),
		cmocka_unit_test(name_made_of_any_machine_name_is_valid),
		cmocka_unit_test(run_name_has_time_and_machine),
		cmocka_unit_test(only_generated_names_are_valid),
		cmocka_unit_test(name_with_a_time_is_recognised),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
