/* SPDX-License-Identifier: MIT */
/* The words that the loader acts on, among those of others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boot/efi/words.h"

static struct words parse(const char *line)
{
	struct words words;

	words_parse(&words, line);
	return words;
}

static void nothing_is_asked_for_unless_it_is(void **state)
{
	struct words words = parse("suite=full firmware then exit=halt then=never test=panic");

	(void)state;
	assert_false(words.must_borrow || words.must_leave);
	assert_int_equal(words.then, THEN_NOTHING);
	assert_false(words.hides_mp_services || words.fails_mp_services);
}

static void last_word_counts(void **state)
{
	struct words words = parse("firmware=borrow then=os firmware=leave then=linux");

	(void)state;
	assert_true(words.must_leave && !words.must_borrow);
	assert_int_equal(words.then, THEN_LINUX);
	assert_true(parse("firmware=borrow").must_borrow);
	assert_int_equal(parse("then=os").then, THEN_OS);
}

static void the_end_of_a_run_is_known(void **state)
{
	(void)state;
	assert_false(parse("exit=halt").switches_off || parse("exit=halt").is_tested);
	assert_true(parse("exit=isa-debug exit=acpi-off").switches_off);
	assert_false(parse("exit=acpi-off exit=isa-debug").switches_off);
	assert_true(parse("exit=acpi-off exit=isa-debug").is_tested);
}

static void menu_waits_as_long_as_it_is_told_to(void **state)
{
	(void)state;
	assert_int_equal(parse("suite=full").menu_seconds, WORDS_MENU_SECONDS);
	assert_int_equal(parse("menu=60").menu_seconds, 60);
	assert_int_equal(parse("menu=0").menu_seconds, 0);
	assert_int_equal(parse("menu=soon").menu_seconds, WORDS_MENU_SECONDS);
	assert_int_equal(parse("menu=99999999999").menu_seconds, WORDS_MENU_SECONDS_MAX);
}

static void firmware_can_be_made_to_lack_processors(void **state)
{
	(void)state;
	assert_true(parse("test=no-mp").hides_mp_services);
	assert_true(parse("test=mp-fails").fails_mp_services);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_asked_for_unless_it_is),
		cmocka_unit_test(last_word_counts),
		cmocka_unit_test(the_end_of_a_run_is_known),
		cmocka_unit_test(menu_waits_as_long_as_it_is_told_to),
		cmocka_unit_test(firmware_can_be_made_to_lack_processors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
