/* SPDX-License-Identifier: MIT */
/* Names of configurations and results. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/netboot/names.h"

#define UUID "12345678-9abc-def0-1234-56789abcdef0"
#define RUN "20261123-171809-acme-x1"

static const struct netboot_machine machine = {"525400770102", UUID, "acme-x1"};

TEST(configurations_are_tried_from_uuid_to_default)
{
	static const char *const wanted[] = {
		"configs/" UUID ".cfg", "configs/525400770102.cfg", "configs/acme-x1.cfg",
		"configs/default.cfg",
	};
	unsigned which = 0, count = 0;
	char path[96];

	while ((which = netboot_config_path(path, sizeof(path), &machine, which)) != 0)
		assert_string_equal(path, wanted[count++]);
	assert_int_equal(count, 4);
}

TEST(unknown_identities_are_skipped)
{
	const struct netboot_machine unknown = {.mac = "525400770102"};
	char path[96];
	unsigned which = netboot_config_path(path, sizeof(path), &unknown, 0);

	assert_string_equal(path, "configs/525400770102.cfg");
	which = netboot_config_path(path, sizeof(path), &unknown, which);
	assert_string_equal(path, "configs/default.cfg");
	assert_int_equal(netboot_config_path(path, sizeof(path), &unknown, which), 0);
}

TEST(result_name_is_parsed_into_its_parts)
{
	char name[NETBOOT_NAME_CHARS];
	struct netboot_result result;

	netboot_result_name(name, &machine, RUN, 1);
	assert_string_equal(name, "525400770102-" UUID "-" RUN ".log");
	assert_true(netboot_parse_result_name(name, &result));
	assert_string_equal(result.mac, machine.mac);
	assert_string_equal(result.uuid, UUID);
	assert_string_equal(result.run, RUN);
	netboot_result_name(name, &machine, RUN, 12);
	assert_string_equal(name, "525400770102-" UUID "-" RUN "-12.log");
	assert_true(netboot_parse_result_name(name, &result));
}

TEST(network_address_is_written_as_twelve_digits)
{
	static const unsigned char mac[] = {0x52, 0x54, 0x00, 0x0a, 0xff, 0x01};
	char text[NETBOOT_MAC_CHARS];

	netboot_mac_text(text, mac);
	assert_string_equal(text, "5254000aff01");
}

TEST(missing_uuid_is_zero)
{
	char name[NETBOOT_NAME_CHARS];
	struct netboot_result result;

	netboot_result_name(name, &(struct netboot_machine){.mac = "525400770102"}, RUN, 1);
	assert_true(netboot_parse_result_name(name, &result));
	assert_string_equal(result.uuid, "00000000-0000-0000-0000-000000000000");
}

TEST(longest_name_is_whole)
{
	char name[NETBOOT_NAME_CHARS], run[NETBOOT_RUN_CHARS];
	struct netboot_result result;

	memset(run, 'a', sizeof(run));
	run[47] = '\0';
	netboot_result_name(name, &machine, run, NETBOOT_NUMBER_MAX);
	assert_true(netboot_parse_result_name(name, &result));
	assert_true(strlen(name) < NETBOOT_NAME_CHARS - 1);
}

/* Longer ones than a run may have. */
TEST(too_long_name_is_cut)
{
	char name[NETBOOT_NAME_CHARS], run[2 * NETBOOT_NAME_CHARS];

	memset(run, 'a', sizeof(run));
	run[sizeof(run) - 1] = '\0';
	netboot_result_name(name, &machine, run, 7);
	assert_int_equal(strlen(name), NETBOOT_NAME_CHARS - 1);
	assert_int_equal(strncmp(name, "525400770102-" UUID "-aaa", 53), 0);
}

TEST(other_names_are_refused)
{
	static const char *const names[] = {
		"", ".", "..", "x", "../525400770102-" UUID "-" RUN ".log",
		"525400770102-" UUID "-.log", "525400770102-" UUID ".log",
		"525400770102-" UUID "-" RUN, "525400770102-" UUID "-" RUN ".txt",
		"525400770102-" UUID "-" RUN ".log.log", "525400770102-" UUID "-" RUN ".log/",
		"52540077010G-" UUID "-" RUN ".log", "52540077010-" UUID "-" RUN ".log",
		"525400770102-" UUID "-a/b.log", "525400770102-" UUID "-a..log",
		"525400770102-" UUID "-A.log", "525400770102-" UUID "-a%2f.log",
		"525400770102-" UUID "-\xc3\xa4.log",
		"525400770102-" UUID
		"-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.log",
	};
	struct netboot_result result;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_false(netboot_parse_result_name(names[i], &result));
}
