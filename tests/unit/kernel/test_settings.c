/* SPDX-License-Identifier: MIT */
/* The kernel's command-line parameters: their settings and their errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "boot/boot_info.h"
#include "kernel/dev/serial.h"
#include "kernel/settings.h"
#include "lib/rng.h"
#include "lib/text/errno.h"

static char complaints[4096];

static void collect(const char *problem, const char *word, const char *value)
{
	size_t used = strlen(complaints);

	snprintf(complaints + used, sizeof(complaints) - used, "[%s:%s:%s]", problem, word, value);
}

/* This test has its own list of two exit methods. */
int exit_method_parse(const char *word, enum exit_method *method)
{
	if (strcmp(word, "bochs") != 0)
		return -EINVAL;
	*method = EXIT_BOCHS;
	return 0;
}

static struct settings parse(const char *line)
{
	struct settings settings;

	complaints[0] = '\0';
	settings_parse(&settings, line, collect);
	return settings;
}

static void empty_line_gives_the_defaults(void **state)
{
	struct settings settings = parse("");

	(void)state;
	assert_int_equal(settings.serial_port, SERIAL_COM1);
	assert_int_equal(settings.serial_baud, 115200);
	assert_false(settings.serial_is_chosen);
	assert_true(settings.screen);
	assert_int_equal(settings.exit, EXIT_HALT);
	assert_int_equal(settings.options.suite, SUITE_QUICK);
	assert_string_equal(complaints, "");
}

static void serial_port_is_set_by_name_or_address(void **state)
{
	(void)state;
	assert_int_equal(parse("serial=com2").serial_port, 0x2f8);
	assert_int_equal(parse("serial=0x3e8,9600").serial_port, 0x3e8);
	assert_int_equal(parse("serial=0x3e8,9600").serial_baud, 9600);
	assert_int_equal(parse("serial=com1,300").serial_baud, 300);
	assert_true(parse("serial=com1").serial_is_chosen);
	assert_int_equal(parse("serial=none").serial_port, 0);
	assert_string_equal(complaints, "");
}

static void unusable_serial_port_is_reported_and_changes_nothing(void **state)
{
	const char *const lines[] = {
		"serial=com5", "serial=com", "serial=0", "serial=70000", "serial=com1,0",
		"serial=com1,299", "serial=com1,fast", "serial=com1,230400", "serial=,9600",
		"serial=", "serial",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct settings settings = parse(lines[i]);

		assert_int_equal(settings.serial_port, SERIAL_COM1);
		assert_int_equal(settings.serial_baud, 115200);
		assert_non_null(strstr(complaints, "[invalid value:serial:"));
	}
}

static void parameters_of_runner_and_machine_may_be_mixed(void **state)
{
	struct settings settings = parse("cpus=2 suite=full screen=none exit=bochs bench=irq.*");

	(void)state;
	assert_int_equal(settings.cpus, 2);
	assert_int_equal(settings.options.suite, SUITE_FULL);
	assert_int_equal(settings.options.pattern_count, 1);
	assert_false(settings.screen);
	assert_int_equal(settings.exit, EXIT_BOCHS);
	assert_string_equal(complaints, "");
}

static void unknown_parameters_are_named_with_their_values(void **state)
{
	(void)state;
	parse("colour=blue quiet suite=slow cpus=0 test=nothing exit=door");
	assert_string_equal(complaints,
			    "[unknown parameter:colour:blue][unknown parameter:quiet:]"
			    "[invalid value:suite:slow][invalid value:cpus:0]"
			    "[invalid value:test:nothing][invalid value:exit:door]");
}

static void loader_parameters_are_recognised_and_checked(void **state)
{
	(void)state;
	parse("firmware=keep firmware=exit then=linux then=os menu=60 test=no-mp test=mp-fails");
	assert_string_equal(complaints, "");
	parse("firmware=stay then=windows menu=soon");
	assert_string_equal(complaints, "[invalid value:firmware:stay]"
				       "[invalid value:then:windows]"
				       "[invalid value:menu:soon]");
}

static void line_that_is_too_long_is_reported(void **state)
{
	char line[COMMAND_LINE_MAX + 16];

	(void)state;
	memset(line, ' ', sizeof(line));
	line[sizeof(line) - 1] = '\0';
	parse(line);
	assert_string_equal(complaints, "[command line cut::]");
}

static void random_lines_are_parsed_safely(void **state)
{
	static const char alphabet[] = "serialbench=,\"\\ \t*0x19comtsuit";
	struct rng rng;
	char line[120];

	(void)state;
	rng_seed(&rng, 7);
	for (int round = 0; round < 20000; round++) {
		size_t length = rng_below(&rng, sizeof(line));

		for (size_t i = 0; i < length; i++)
			line[i] = alphabet[rng_below(&rng, sizeof(alphabet) - 1)];
		line[length] = '\0';
		parse(line);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_line_gives_the_defaults),
		cmocka_unit_test(serial_port_is_set_by_name_or_address),
		cmocka_unit_test(unusable_serial_port_is_reported_and_changes_nothing),
		cmocka_unit_test(parameters_of_runner_and_machine_may_be_mixed),
		cmocka_unit_test(unknown_parameters_are_named_with_their_values),
		cmocka_unit_test(loader_parameters_are_recognised_and_checked),
		cmocka_unit_test(line_that_is_too_long_is_reported),
		cmocka_unit_test(random_lines_are_parsed_safely),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
