/* SPDX-License-Identifier: MIT */
/* The kernel's command-line parameters: their settings and their errors. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "boot/boot_info.h"
#include "kernel/machine/smp.h"
#include "kernel/settings.h"
#include "kernel/x86/dev/serial.h"
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

TEST(empty_line_gives_the_defaults)
{
	struct settings settings = parse("");

	assert_int_equal(settings.serial.count, 1);
	assert_int_equal(settings.serial.items[0].address, 0x3f8);
	assert_int_equal(settings.serial.items[0].baud, 115200);
	assert_false(settings.serial.is_chosen);
	assert_true(settings.screen);
	assert_int_equal(settings.exit, EXIT_HALT);
	assert_int_equal(settings.options.suite, SUITE_QUICK);
	assert_string_equal(complaints, "");
}

TEST(cpu_that_measures_is_a_number)
{
	assert_true(parse("").cpu == SMP_CPU_ANY);
	assert_int_equal(parse("cpu=0").cpu, 0);
	assert_int_equal(parse("cpu=255").cpu, 255);
	assert_true(parse("cpu=256 cpu=x cpu=").cpu == SMP_CPU_ANY);
	assert_string_equal(complaints, "[invalid value:cpu:256][invalid value:cpu:x]"
					"[invalid value:cpu:]");
}

TEST(serial_port_is_set_by_name_or_address)
{
	assert_int_equal(parse("serial=com2").serial.items[0].address, 0x2f8);
	assert_int_equal(parse("serial=0x3e8,9600").serial.items[0].address, 0x3e8);
	assert_int_equal(parse("serial=0x3e8,9600").serial.items[0].baud, 9600);
	assert_int_equal(parse("serial=com1,300").serial.items[0].baud, 300);
	assert_true(parse("serial=com1").serial.is_chosen);
	assert_int_equal(parse("serial=none").serial.count, 0);
	assert_string_equal(complaints, "");
}

TEST(serial_ports_in_memory_keep_the_baud_rate_of_the_firmware)
{
	struct settings settings = parse("serial=0xfe030000:4 serial=0xfe040000,9600 serial=pci");

	assert_int_equal(settings.serial.count, 3);
	assert_int_equal(settings.serial.items[0].address, 0xfe030000);
	assert_int_equal(settings.serial.items[0].register_bytes, 4);
	assert_int_equal(settings.serial.items[0].baud, 0);
	assert_int_equal(settings.serial.items[1].register_bytes, 1);
	assert_int_equal(settings.serial.items[1].baud, 9600);
	assert_int_equal(settings.serial.items[2].address, 0);
	assert_int_equal(settings.serial.items[2].baud, 115200);
	assert_string_equal(complaints, "");
}

TEST(unusable_serial_port_is_reported_and_changes_nothing)
{
	const char *const lines[] = {
		"serial=com5", "serial=com", "serial=0", "serial=65530", "serial=0x3f8:4",
		"serial=0xfe030000:3", "serial=0xfe030002:4", "serial=com1,0",
		"serial=com1,299", "serial=com1,fast", "serial=com1,230400", "serial=,9600",
		"serial=", "serial",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct settings settings = parse(lines[i]);

		assert_int_equal(settings.serial.items[0].address, 0x3f8);
		assert_int_equal(settings.serial.items[0].baud, 115200);
		assert_non_null(strstr(complaints, "[invalid value:serial:"));
	}
}

TEST(parameters_of_runner_and_machine_may_be_mixed)
{
	struct settings settings = parse("cpus=2 suite=full screen=none exit=bochs bench=irq.*");

	assert_int_equal(settings.cpus, 2);
	assert_int_equal(settings.options.suite, SUITE_FULL);
	assert_int_equal(settings.options.pattern_count, 1);
	assert_false(settings.screen);
	assert_int_equal(settings.exit, EXIT_BOCHS);
	assert_string_equal(complaints, "");
}

TEST(unknown_parameters_are_named_with_their_values)
{
	parse("colour=blue quiet suite=slow cpus=0 test=nothing exit=door");
	assert_string_equal(complaints,
			    "[unknown parameter:colour:blue][unknown parameter:quiet:]"
			    "[invalid value:suite:slow][invalid value:cpus:0]"
			    "[invalid value:test:nothing][invalid value:exit:door]");
}

TEST(loader_parameters_are_recognised_and_checked)
{
	parse("firmware=keep firmware=exit then=linux then=os menu=60 test=no-mp test=mp-fails");
	assert_string_equal(complaints, "");
	parse("firmware=stay then=windows menu=soon");
	assert_string_equal(complaints, "[invalid value:firmware:stay]"
				       "[invalid value:then:windows]"
				       "[invalid value:menu:soon]");
}

TEST(line_that_is_too_long_is_reported)
{
	char line[COMMAND_LINE_MAX + 16];

	memset(line, ' ', sizeof(line));
	line[sizeof(line) - 1] = '\0';
	parse(line);
	assert_string_equal(complaints, "[command line cut::]");
}

TEST(random_lines_are_parsed_safely)
{
	static const char alphabet[] = "serialbench=,\"\\ \t*0x19comtsuit";
	struct rng rng;
	char line[120];

	rng_seed(&rng, 7);
	for (int round = 0; round < 20000; round++) {
		size_t length = rng_below(&rng, sizeof(line));

		for (size_t i = 0; i < length; i++)
			line[i] = alphabet[rng_below(&rng, sizeof(alphabet) - 1)];
		line[length] = '\0';
		parse(line);
	}
}
