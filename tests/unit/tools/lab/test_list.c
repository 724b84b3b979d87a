/* SPDX-License-Identifier: MIT */
/* Lists of a lab's machines: what a line says, and errors in it. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tools/lab/bmc.h"
#include "tools/lab/list.h"

static struct lab_machine machine;

/* What is wrong with a line, or NULL. machine is its machine, which the test frees. */
static const char *problem_of(const char *text)
{
	static char line[512];

	strcpy(line, text);
	return lab_parse_machine(line, &machine);
}

static void assert_problem(const char *line, const char *problem)
{
	const char *found = problem_of(line);

	if (found == NULL || strstr(found, problem) == NULL)
		fail_msg("%s: %s", line, found != NULL ? found : "no problem");
	lab_machine_free(&machine);
}

TEST(line_names_a_machine_and_its_bmc)
{
	assert_null(problem_of("pc-1 redfish=https://10.0.0.5/ user=root\tpassword-file=a/b "
			       "system=1 boot=usb console=ssh  server console=7"));
	assert_string_equal(machine.name, "pc-1");
	assert_true(machine.is_redfish);
	assert_string_equal(machine.address, "https://10.0.0.5");
	assert_string_equal(machine.host, "10.0.0.5");
	assert_null(machine.port);
	assert_string_equal(machine.user, "root");
	assert_string_equal(machine.password_file, "a/b");
	assert_string_equal(machine.system, "1");
	assert_int_equal(machine.source, LAB_USB);
	assert_string_equal(machine.console[0], "ssh");
	assert_string_equal(machine.console[1], "server");
	assert_string_equal(machine.console[2], "console=7");
	assert_null(machine.console[3]);
	lab_machine_free(&machine);
}

TEST(ipmitool_gets_host_port_and_password_file)
{
	static const char *const expected[] = {"ipmitool", "-I", "lanplus", "-H", "fe80::1", "-p",
					       "9623", "-U", "admin", "-f", "pw", "-C", "17"};
	char *words[IPMITOOL_WORDS_MAX];
	size_t count;

	assert_null(problem_of("pc ipmi=[fe80::1]:9623 user=admin password-file=pw cipher=17"));
	count = ipmitool_words(&machine, words);
	assert_int_equal(count, IPMITOOL_WORDS_MAX);
	for (size_t i = 0; i < count; i++)
		assert_string_equal(words[i], expected[i]);
	lab_machine_free(&machine);
}

TEST(port_of_a_redfish_address_is_not_that_of_ipmi)
{
	char *words[IPMITOOL_WORDS_MAX];

	assert_null(problem_of("pc redfish=http://bmc:8443"));
	assert_int_equal(ipmitool_words(&machine, words), 5);
	assert_string_equal(words[4], "bmc");
	lab_machine_free(&machine);
}

TEST(impossible_lines_are_refused_with_the_reason)
{
	assert_problem("pc", "no BMC");
	assert_problem("../pc ipmi=a", "not a name");
	assert_problem(".pc ipmi=a", "not a name");
	assert_problem("pc ipmi=a ipmi=b", "a second BMC");
	assert_problem("pc ipmi=-oProxy", "not a host");
	assert_problem("pc ipmi=", "not a host");
	assert_problem("pc ipmi=a:x", "not a port");
	assert_problem("pc ipmi=fe80::1", "not a port");
	assert_problem("pc ipmi=[fe80", "not a host");
	assert_problem("pc ipmi=[fe80]x", "not a host");
	assert_problem("pc redfish=10.0.0.5", "not a URL");
	assert_problem("pc redfish=https://a/b", "not a host");
	assert_problem("pc redfish=https://u@a", "not a host");
	assert_problem("pc ipmi=a boot=tape", "not network, cd, usb or disk");
	assert_problem("pc ipmi=a user=", "empty");
	assert_problem("pc ipmi=a user=\x1b[31m", "unprintable");
	assert_problem("pc ipmi=a colour=red", "unknown");
	assert_problem("pc ipmi=a colour", "KEY=VALUE");
	assert_problem("pc ipmi=a console=", "without a device");
}
