/* SPDX-License-Identifier: MIT */
/* What machine it is, in four rows, from records that say much, little or nothing. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "kernel/display/header.h"

#define COLUMNS 100

static const struct wire_manifest manifest = {
	.build = "0123456789ab", .time_base = "real", .tsc_hz = 2399999000, .hypervisor = "",
};
static const struct wire_cpu cpu = {.vendor = "Made-up", .brand = "Made-up CPU", .count = 8,
				     .online = 7};

static const char *header_text(unsigned index)
{
	static struct row row;
	static char text[COLUMNS + 1];

	row_begin(&row, COLUMNS, INK_TEXT);
	header_write(index, "VALID", true, &row);
	row_text(&row, text, sizeof(text));
	return text;
}

static void take_machine(void)
{
	static const struct wire_cache caches[] = {
		{1, "data", 48 << 10, 64, 12, 2}, {1, "instruction", 32 << 10, 64, 8, 2},
		{2, "unified", 5 << 18, 64, 10, 2}};
	static const struct wire_memory memory[] = {
		{0, 0x9fc00, "usable"}, {0xa0000, 0x60000, "reserved"},
		{0x100000, 0x3ff00000, "usable"}, {0x100000000, 0x3c0000000, "usable"}};
	static const struct wire_memory_device module = {.type = "DDR5", .rated_mts = 5600,
							  .mts = 4800};
	static const struct wire_machine machine = {.maker = "Made-up", .product = "Model 3",
						     .board_maker = "B", .board = "C"};

	header_take(WIRE_manifest, &manifest);
	header_take(WIRE_cpu, &cpu);
	for (size_t i = 0; i < 3; i++)
		header_take(WIRE_cache, &caches[i]);
	for (size_t i = 0; i < 4; i++)
		header_take(WIRE_memory, &memory[i]);
	header_take(WIRE_machine, &machine);
	header_take(WIRE_memory_device, &module);
	header_take(WIRE_memory_device, &module);
	header_take(WIRE_timer, &(struct wire_timer){.name = "pit", .status = "agrees"});
	header_take(WIRE_timer, &(struct wire_timer){.name = "hpet", .status = "chosen"});
}

TEST(a_machine_is_told_in_four_rows)
{
	take_machine();
	assert_non_null(strstr(header_text(0), " Bareline 0123456789ab  Made-up Model 3"));
	assert_string_equal(header_text(0) + 94, "VALID");
	assert_string_equal(header_text(1), " CPU     Made-up CPU, 7 of 8 CPUs");
	assert_string_equal(header_text(2), " Caches  L1d 48 KiB L1i 32 KiB L2 1280 KiB"
					 "   Memory  15.9 GiB, 2x DDR5 4800 MT/s");
	assert_string_equal(header_text(3), " Clock   TSC 2.399 GHz by hpet   Time  real");
}

TEST(what_nobody_tells_is_not_made_up)
{
	const struct wire_cpu unnamed = {.vendor = "Made-up", .brand = "", .count = 1,
					  .online = 1};

	header_take(WIRE_manifest, &manifest);
	header_take(WIRE_cpu, &unnamed);
	header_take(WIRE_memory, &(struct wire_memory){0, 64 << 20, "usable"});
	assert_non_null(strstr(header_text(1), " CPU     Made-up, 1 of 1 CPU"));
	assert_string_equal(header_text(2), " Caches  not told   Memory  64 MiB");
	assert_string_equal(header_text(3), " Clock   TSC 2.399 GHz   Time  real");
}

TEST(the_board_stands_in_for_a_machine_without_a_name)
{
	header_take(WIRE_manifest, &manifest);
	header_take(WIRE_machine, &(struct wire_machine){.maker = "M", .product = "",
							  .board_maker = "B", .board = "C"});
	assert_non_null(strstr(header_text(0), "  B C "));
}

TEST(a_name_that_is_too_long_gives_way_to_the_verdict)
{
	char name[200];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	header_take(WIRE_manifest, &manifest);
	header_take(WIRE_machine, &(struct wire_machine){.maker = name, .product = name,
							  .board_maker = "", .board = ""});
	assert_string_equal(header_text(0) + 93, " VALID");
}

TEST(more_caches_than_there_is_room_for_are_left_out)
{
	const struct wire_cache cache = {3, "unified", 1 << 20, 64, 16, 2};

	header_take(WIRE_manifest, &manifest);
	for (int i = 0; i < 40; i++)
		header_take(WIRE_cache, &cache);
	assert_non_null(strstr(header_text(2), "L3 1 MiB"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_machine_is_told_in_four_rows),
		cmocka_unit_test(what_nobody_tells_is_not_made_up),
		cmocka_unit_test(the_board_stands_in_for_a_machine_without_a_name),
		cmocka_unit_test(a_name_that_is_too_long_gives_way_to_the_verdict),
		cmocka_unit_test(more_caches_than_there_is_room_for_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
