/* SPDX-License-Identifier: MIT */
/* Names of runs' directories: made of what firmware tells, and believed of what memory holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "boot/efi/name.h"

static const char *of(const char *table, size_t bytes)
{
	static char name[NAME_MACHINE_CHARS];
	uint8_t *exact = malloc(bytes > 0 ? bytes : 1);         /* reading past its end shows */

	memcpy(exact, table, bytes);
	name_machine(name, exact, bytes);
	free(exact);
	return name;
}

#define NAME_OF(table) of(table, sizeof(table) - 1)

/* A BIOS structure of 5 bytes with one string, then the system's, whose strings are 1 and 2. */
#define BIOS "\x00\x05\x00\x00\x01" "Maker of firmware\0\0"
#define SYSTEM(maker, product) "\x01\x06\x01\x00" maker product

static void machine_is_called_by_maker_and_product(void **state)
{
	(void)state;
	assert_string_equal(NAME_OF(BIOS SYSTEM("\1", "\2") "LENOVO\0ThinkPad X1\0"),
			    "lenovo-thinkpad-x1");
	assert_string_equal(NAME_OF(SYSTEM("\1", "\2") "Acme (Ltd.)\0/..\\A:*?\0"), "acme-ltd-a");
}

static void name_is_cut_and_ends_in_a_word(void **state)
{
	(void)state;
	assert_string_equal(NAME_OF(SYSTEM("\1", "\0") "0123456789012345678901234567890123456789\0"),
			    "0123456789012345678901234567890");
	assert_string_equal(NAME_OF(SYSTEM("\1", "\2") "0123456789012345678901234567890\0x\0"),
			    "0123456789012345678901234567890");
}

static void machine_without_a_name_is_a_pc(void **state)
{
	char name[NAME_MACHINE_CHARS];

	(void)state;
	name_machine(name, NULL, 0);
	assert_string_equal(name, "pc");
	assert_string_equal(NAME_OF(""), "pc");
	assert_string_equal(NAME_OF(BIOS), "pc");
	assert_string_equal(NAME_OF(SYSTEM("\0", "\0") "\0\0"), "pc");
	assert_string_equal(NAME_OF(SYSTEM("\1", "\2") "   \0...\0"), "pc");
}

static void damaged_tables_are_read_no_further_than_they_go(void **state)
{
	static const char table[] = BIOS SYSTEM("\1", "\2") "Maker\0Product\0";

	(void)state;
	for (size_t bytes = 0; bytes < sizeof(table); bytes++)
		assert_true(name_is_good(of(table, bytes), NAME_MACHINE_CHARS));
	assert_string_equal(NAME_OF("\x01\xff\x01\x00"), "pc");
	assert_string_equal(NAME_OF("\x01\x02\x01\x00"), "pc");
	assert_string_equal(NAME_OF("\x01\x06\x01\x00\xff\xfe" "a\0b\0"), "pc");
	assert_string_equal(NAME_OF("\x7f\x04\x00\x00\0\0" SYSTEM("\1", "\2") "a\0b\0"), "pc");
}

static void run_is_called_by_time_and_machine(void **state)
{
	char name[64];

	(void)state;
	name_run(name, sizeof(name), &(struct name_time){2026, 1, 2, 3, 4, 5}, "pc");
	assert_string_equal(name, "20260102-030405-pc");
}

static void only_a_name_of_ours_is_good(void **state)
{
	(void)state;
	assert_true(name_is_good("20260102-030405-pc", 64));
	assert_false(name_is_good("", 64));
	assert_false(name_is_good("..\\other", 64));
	assert_false(name_is_good("a b", 64));
	assert_false(name_is_good("20260102", 8));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(machine_is_called_by_maker_and_product),
		cmocka_unit_test(name_is_cut_and_ends_in_a_word),
		cmocka_unit_test(machine_without_a_name_is_a_pc),
		cmocka_unit_test(damaged_tables_are_read_no_further_than_they_go),
		cmocka_unit_test(run_is_called_by_time_and_machine),
		cmocka_unit_test(only_a_name_of_ours_is_good),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
