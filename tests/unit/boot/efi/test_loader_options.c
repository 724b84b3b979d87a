/* SPDX-License-Identifier: MIT */
/* The loader's own options among the other parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boot/efi/loader_options.h"

static struct loader_options parse(const char *line)
{
	struct loader_options options;

	loader_options_parse(&options, line);
	return options;
}

static void loader_defaults_apply_without_its_options(void **state)
{
	struct loader_options options =
		parse("suite=full firmware then exit=halt then=never test=panic");

	(void)state;
	assert_false(options.must_keep_firmware || options.must_exit_firmware);
	assert_int_equal(options.then, THEN_NOTHING);
	assert_false(options.hides_mp_services || options.fails_mp_services);
}

static void last_of_repeated_options_counts(void **state)
{
	struct loader_options options = parse("firmware=keep then=os firmware=exit then=linux");

	(void)state;
	assert_true(options.must_exit_firmware && !options.must_keep_firmware);
	assert_int_equal(options.then, THEN_LINUX);
	assert_true(parse("firmware=keep").must_keep_firmware);
	assert_int_equal(parse("then=os").then, THEN_OS);
}

static void end_of_run_options_are_recognised(void **state)
{
	(void)state;
	assert_false(parse("exit=halt").switches_off || parse("exit=halt").is_tested);
	assert_true(parse("exit=isa-debug exit=acpi-off").switches_off);
	assert_false(parse("exit=acpi-off exit=isa-debug").switches_off);
	assert_true(parse("exit=acpi-off exit=isa-debug").is_tested);
}

static void menu_timeout_follows_the_option(void **state)
{
	(void)state;
	assert_int_equal(parse("suite=full").menu_seconds, LOADER_MENU_SECONDS);
	assert_int_equal(parse("menu=60").menu_seconds, 60);
	assert_int_equal(parse("menu=0").menu_seconds, 0);
	assert_int_equal(parse("menu=soon").menu_seconds, LOADER_MENU_SECONDS);
	assert_int_equal(parse("menu=99999999999").menu_seconds, LOADER_MENU_SECONDS_MAX);
}

static void firmware_services_for_processors_can_be_hidden(void **state)
{
	(void)state;
	assert_true(parse("test=no-mp").hides_mp_services);
	assert_true(parse("test=mp-fails").fails_mp_services);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loader_defaults_apply_without_its_options),
		cmocka_unit_test(last_of_repeated_options_counts),
		cmocka_unit_test(end_of_run_options_are_recognised),
		cmocka_unit_test(menu_timeout_follows_the_option),
		cmocka_unit_test(firmware_services_for_processors_can_be_hidden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
