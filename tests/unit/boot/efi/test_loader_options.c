/* SPDX-License-Identifier: MIT */
/* The loader's own options among the other parameters. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <string.h>

#include "boot/efi/loader_options.h"

static struct loader_options parse(const char *line)
{
	struct loader_options options;

	loader_options_parse(&options, line);
	return options;
}

TEST(loader_defaults_apply_without_its_options)
{
	struct loader_options options =
		parse("suite=full firmware then exit=halt then=never test=panic");

	assert_false(options.must_keep_firmware || options.must_exit_firmware);
	assert_int_equal(options.then, THEN_NOTHING);
	assert_false(options.hides_mp_services || options.fails_mp_services);
}

TEST(last_of_repeated_options_counts)
{
	struct loader_options options = parse("firmware=keep then=os firmware=exit then=linux");

	assert_true(options.must_exit_firmware && !options.must_keep_firmware);
	assert_int_equal(options.then, THEN_LINUX);
	assert_true(parse("firmware=keep").must_keep_firmware);
	assert_int_equal(parse("then=os").then, THEN_OS);
}

TEST(end_of_run_options_are_recognised)
{
	assert_false(parse("exit=halt").switches_off || parse("exit=halt").is_tested);
	assert_true(parse("exit=isa-debug exit=acpi-off").switches_off);
	assert_false(parse("exit=acpi-off exit=isa-debug").switches_off);
	assert_true(parse("exit=acpi-off exit=isa-debug").is_tested);
	assert_true(parse("exit=psci-off").switches_off);
	assert_true(parse("exit=semihosting").is_tested);
	assert_true(parse("exit=sbi-off").switches_off);
	assert_true(parse("exit=sifive-test").is_tested);
}

TEST(menu_timeout_follows_the_option)
{
	assert_int_equal(parse("suite=full").menu_seconds, LOADER_MENU_SECONDS);
	assert_int_equal(parse("menu=60").menu_seconds, 60);
	assert_int_equal(parse("menu=0").menu_seconds, 0);
	assert_int_equal(parse("menu=soon").menu_seconds, LOADER_MENU_SECONDS);
	assert_int_equal(parse("menu=99999999999").menu_seconds, LOADER_MENU_SECONDS_MAX);
}

TEST(firmware_services_for_processors_can_be_hidden)
{
	assert_true(parse("test=no-mp").hides_mp_services);
	assert_true(parse("test=mp-fails").fails_mp_services);
}

TEST(services_are_measured_if_their_benchmark_is_selected)
{
	assert_false(parse("suite=quick").measures_services);
	assert_true(parse("suite=full").measures_services);
	assert_true(parse("bench=firmware.*").measures_services);
	assert_true(parse("bench=cpu.loop,firmware.service suite=quick").measures_services);
	assert_true(parse("bench=firmware.service bench=cpu.loop").measures_services);
	assert_false(parse("suite=full bench=cpu.*").measures_services);
	assert_false(parse("bench=cpu.* suite=full").measures_services);
	assert_false(parse("bench=firmware.call").measures_services);
	assert_false(parse("bench=").measures_services);
}

TEST(server_is_taken_and_cut_at_its_limit)
{
	struct loader_options options = parse("server=http://10.0.0.1:8080/ suite=full");
	char line[2 * NETBOOT_URL_CHARS] = "server=";

	assert_string_equal(options.server, "http://10.0.0.1:8080/");
	assert_string_equal(parse("suite=full").server, "");
	memset(line + 7, 'a', sizeof(line) - 8);
	assert_int_equal(strlen(parse(line).server), NETBOOT_URL_CHARS - 1);
}
